import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { corkForTheTurn, writeOnceATurn } from '../../src/cache/one-write-a-turn.ts'

const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** A stream that counts what reaches the system. */
function countingStream() {
  const writes: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      writes.push(String(chunk))
      done()
    },
    writev: (chunks, done) => {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(''))
      done()
    },
  })
  return { stream, writes }
}

test('what is written in one turn leaves in one write, in its order, and the next turn has a write of its own', async () => {
  const { stream, writes } = countingStream()
  corkForTheTurn(stream)
  stream.write('a')
  stream.write('b')
  await Promise.resolve()
  stream.write('c')
  await turn()
  await turn()
  stream.write('d')
  stream.write('e')
  await turn()
  await turn()
  expect(writes).toEqual(['abc', 'de'])
})

test('callers hear when their own write is done, and that a stream has ended', { timeout: 10_000 }, async () => {
  const { stream, writes } = countingStream()
  stream.on('error', () => undefined)
  corkForTheTurn(stream)
  const done: string[] = []
  stream.write('a', () => done.push('a'))
  stream.write('b', () => done.push('b'))
  stream.end()
  await once(stream, 'finish')
  expect({ writes, done }).toEqual({ writes: ['ab'], done: ['a', 'b'] })
  const failure = await new Promise<unknown>((resolve) => stream.write('late', resolve))
  expect(failure).toBeInstanceOf(Error)
})

/** Forwards to Redis, and keeps what each connection has sent, piece by piece. */
async function openProxy() {
  const { hostname, port } = new URL(REDIS_URL)
  const pieces: { readonly connection: number; readonly text: string }[] = []
  const clients: Socket[] = []
  const server = createServer((client) => {
    const connection = clients.push(client)
    const redis = connect(Number(port || 6_379), hostname)
    client.on('data', (data) => {
      pieces.push({ connection, text: data.toString() })
      redis.write(data)
    })
    redis.pipe(client)
    for (const socket of [client, redis]) socket.on('error', () => undefined)
    client.on('close', () => redis.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server, clients, pieces }
}

test('a connection that replaces another one holds its commands back for the turn, too', {
  timeout: 20_000,
}, async () => {
  const { port, server, clients, pieces } = await openProxy()
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 10 })
  redis.on('error', () => undefined)
  writeOnceATurn(redis)
  try {
    for (const connection of [1, 2]) {
      await once(redis, 'ready')
      await redis.ping()
      pieces.length = 0
      await Promise.all(Array.from({ length: 50 }, (_, index) => redis.exists(`no-such-key-${index}`)))
      const keys = pieces.map((piece) => [piece.connection, piece.text.match(/no-such-key-\d+/g)?.length])
      expect(keys).toEqual([[connection, 50]])
      clients.at(-1)?.destroy()
    }
  } finally {
    redis.disconnect()
    server.close()
  }
})
