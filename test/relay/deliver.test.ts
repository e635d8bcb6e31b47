import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { courierTo, post, receiver, useCouriers } from '../support/use-courier.ts'

useCouriers()

const KIB = 1_024

describe('the answer of a receiver', () => {
  it('is kept to its first kibibyte, however it is cut into pieces', async () => {
    const { url } = await receiver((_, response) => {
      for (const [letter, length] of [
        ['a', 500],
        ['b', 600],
        ['c', 600],
      ] as const)
        response.write(letter.repeat(length))
      response.end('d'.repeat(300))
    })
    const { bodyExcerpt } = await post(courierTo(), url)
    expect(bodyExcerpt).toBe(`${'a'.repeat(500)}${'b'.repeat(524)}`)
  })

  it('of 64 KiB is not read any further, and one that is shorter is waited for', async () => {
    const { url, sockets } = await receiver((request, response) => {
      response.write('x'.repeat(request.url === '/hooks?long' ? 64 * KIB : 64 * KIB - 1))
    })
    const courier = courierTo()
    const took: number[] = []
    for (const query of ['?long', '?short']) {
      const from = performance.now()
      expect((await post(courier, `${url}${query}`)).bodyExcerpt).toHaveLength(KIB)
      took.push(performance.now() - from)
    }
    expect(took[0]).toBeLessThan(1_900)
    expect(took[1]).toBeGreaterThan(1_990)
    expect(sockets).toHaveLength(2)
  })

  it('that is read to its end leaves its connection to the next attempt', async () => {
    const { url, sockets } = await receiver((_, response) => {
      for (let count = 0; count < 60; count++) response.write('x'.repeat(KIB))
      response.end()
    })
    const courier = courierTo()
    await post(courier, url)
    await until('a connection to be used again', async () => (await post(courier, url)).timings.connectMs === null)
    expect(sockets.length).toBeLessThan(3)
  })

  it('may come slowly, in its head and in its body, and is timed', async () => {
    async function slowly(response: ServerResponse): Promise<void> {
      await pause(2_500)
      response.writeHead(200).write('first')
      await pause(1_300)
      response.end(' and last')
    }
    const { url } = await receiver((_, response) => void slowly(response))
    const { status, bodyExcerpt, timings, durationMs, ...rest } = await timed(() => post(courierTo(), url))
    expect({ status, bodyExcerpt }).toEqual({ status: 200, bodyExcerpt: 'first and last' })
    expect(timings.firstByteMs).toBeGreaterThanOrEqual(2_490)
    expect(timings.firstByteMs).toBeLessThanOrEqual(durationMs - 1_000)
    expect(durationMs).toBeGreaterThanOrEqual(3_790)
    expect(durationMs).toBeLessThanOrEqual(rest.tookMs + 1)
  })

  it('is timed also when its host has a name', async () => {
    const { port } = await receiver((_, response) => response.end())
    const { timings, durationMs, tookMs } = await timed(() => post(courierTo(), `http://receiver.example:${port}/`))
    expect(timings.dnsMs).toBeLessThanOrEqual(tookMs + 1)
    expect(timings.firstByteMs).toBeLessThanOrEqual(tookMs + 1)
    expect(durationMs).toBeLessThanOrEqual(tookMs + 1)
  })

  it('with a header twice means the first', async () => {
    const { url } = await receiver((_, response) => {
      response.setHeader('retry-after', ['120', '7'])
      response.setHeader('webhook-delivery', ['disable', 'x'])
      response.writeHead(503).end()
    })
    expect(await post(courierTo(), url)).toMatchObject({ status: 503, retryAfter: '120', wish: 'disable' })
  })

  it('that never comes because the receiver hangs up is an attempt that failed', async () => {
    const { url } = await receiver((request) => request.socket.destroy())
    const { durationMs, ...rest } = await post(courierTo(), url)
    expect(rest).toEqual({
      status: null,
      retryAfter: undefined,
      wish: undefined,
      error: 'UND_ERR_SOCKET',
      bodyExcerpt: null,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
    })
    expect(durationMs).toBeLessThan(15_000)
  })
})

describe('a courier', () => {
  it('has at most 64 connections to one address, which others wait for', async () => {
    const held: ServerResponse[] = []
    let isOpen = false
    const { url, sockets } = await receiver((_, response) => {
      if (isOpen) response.end()
      else held.push(response)
    })
    const courier = courierTo()
    const posted = Array.from({ length: 80 }, () => post(courier, url))
    await until('all connections to be busy', () => held.length >= 64)
    expect(sockets).toHaveLength(64)
    isOpen = true
    for (const response of held) response.end()
    expect((await Promise.all(posted)).map(({ status }) => status)).toEqual(Array.from({ length: 80 }, () => 200))
    expect(sockets).toHaveLength(64)
  })

  it('keeps connections to the last thousand origins, and hangs up on those before', async () => {
    // On a busy machine a thousand posts take longer than a server keeps a connection by itself.
    const server = createServer({ keepAliveTimeout: 60_000 })
    const { port, sockets } = await receiver((_, response) => response.end(), { host: '0.0.0.0', server })
    const courier = courierTo()
    async function dial(count: number): Promise<void> {
      await post(courier, `http://127.1.${count >> 7}.${(count & 127) + 1}:${port}/`)
    }
    for (let count = 0; count < 1_000; count++) await dial(count)
    expect(sockets).toHaveLength(1_000)
    expect(sockets.filter((socket) => socket.destroyed)).toHaveLength(0)
    await dial(1_000)
    await until('the oldest to be hung up on', () => sockets[0]?.destroyed)
    expect(sockets.slice(100).filter((socket) => socket.destroyed)).toHaveLength(0)
  })

  it('that is closed hangs up', async () => {
    const { url, sockets } = await receiver((_, response) => response.end())
    const courier = courierTo()
    await post(courier, url)
    await courier.close()
    // By itself it would end after four seconds.
    await until('the connection to end', () => sockets[0]?.destroyed, 2_000)
  })

  it('leaves no timer behind', async () => {
    const { url } = await receiver((_, response) => response.end('x'))
    const courier = courierTo()
    await post(courier, url)
    const before = timers()
    await post(courier, url)
    expect(timers()).toBeLessThanOrEqual(before)
  })
})

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
}

async function timed<T extends object>(work: () => Promise<T>): Promise<T & { readonly tookMs: number }> {
  const from = performance.now()
  const done = await work()
  return { ...done, tookMs: performance.now() - from }
}
