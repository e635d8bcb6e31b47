import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { patiently, setPatience } from '../../src/platform/patience.ts'
import { until } from '../support/until.ts'
import { courierTo, post, receiver, useCouriers } from '../support/use-courier.ts'

useCouriers()

const KIB = 1_024

const patience = patiently(1)
afterEach(() => setPatience(patience))

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
    setPatience(1_000)
    const { url, sockets, held } = await endless()
    const courier = courierTo()
    const short = post(courier, `${url}?short`)
    await until('the shorter one', () => held.length === 1)
    const long = await Promise.race([short, post(courier, `${url}?long`)])
    expect(long.bodyExcerpt).toHaveLength(KIB)
    expect(sockets).toHaveLength(2)
    held[0]?.end()
    expect((await short).bodyExcerpt).toHaveLength(KIB)
    expect(await short).not.toBe(long)
  })

  it('that does not end is waited for two seconds, not for the rest of the attempt’s time, and counts', async () => {
    const { url, held } = await endless()
    const courier = courierTo()
    setPatience(1_000)
    const head = headRead()
    const patient = post(courier, `${url}?short`)
    await head
    // It has begun to wait for the rest of the body, with the patience of that moment.
    await setImmediate()
    setPatience(1)
    const cut = await Promise.race([patient, post(courier, `${url}?short`)])
    expect(cut).toMatchObject({ status: 200, error: null })
    expect(cut.durationMs).toBeGreaterThan(1_990)
    held[0]?.end()
    expect(await patient).not.toBe(cut)
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
    setPatience(1_000)
    const head = headRead()
    async function slowly(response: ServerResponse): Promise<void> {
      await pause(600)
      response.writeHead(200).write('first')
      await head
      await pause(300)
      response.end(' and last')
    }
    const { url } = await receiver((_, response) => void slowly(response))
    const { status, bodyExcerpt, timings, durationMs, ...rest } = await timed(() => post(courierTo(), url))
    expect({ status, bodyExcerpt }).toEqual({ status: 200, bodyExcerpt: 'first and last' })
    expect(timings.firstByteMs).toBeGreaterThanOrEqual(590)
    // The body comes 300 ms after the head was read, and is not part of it.
    expect(durationMs - (timings.firstByteMs ?? 0)).toBeGreaterThanOrEqual(290)
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
    expect(durationMs).toEqual(expect.any(Number))
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
    // By itself it would end after ten minutes.
    const server = createServer({ keepAliveTimeout: 600_000 })
    const { url, sockets } = await receiver((_, response) => response.end(), { server })
    const courier = courierTo()
    await post(courier, url)
    await courier.close()
    await until('the connection to end', () => sockets[0]?.destroyed)
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

/** Resolves when the courier has read the head of an answer. */
function headRead(): Promise<void> {
  return new Promise((resolve) => {
    function read(): void {
      unsubscribe('undici:request:headers', read)
      resolve()
    }
    subscribe('undici:request:headers', read)
  })
}

/** A receiver that answers nearly 64 KiB, or as much to `?long`, and does not come to an end. */
async function endless() {
  const held: ServerResponse[] = []
  const started = await receiver((request, response) => {
    const isLong = request.url === '/hooks?long'
    response.write('x'.repeat(isLong ? 64 * KIB : 64 * KIB - 1))
    if (!isLong) held.push(response)
  })
  return { ...started, held }
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
}

async function timed<T extends object>(work: () => Promise<T>): Promise<T & { readonly tookMs: number }> {
  const from = performance.now()
  const done = await work()
  return { ...done, tookMs: performance.now() - from }
}
