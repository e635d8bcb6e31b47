import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createNatsTarget } from '../../src/event-export/nats-target.ts'
import { NO_NATS } from '../support/nats-server.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { type Exporting, type ExportWorld, sequencesOf, useExports } from '../support/use-exports.ts'

if (NO_NATS) console.warn(NO_NATS)

/** Waits until a try has failed, and it is told everywhere. Returns the reason that the log gives. */
async function failed({ counted, fault, told }: Exporting, reason: RegExp): Promise<void> {
  await until(`${String(reason)} in the log`, () => told.some((line) => reason.test(line)))
  expect(counted.failed).toBeGreaterThan(0)
  expect(fault()).toBe('events could not be exported: they are kept and tried again')
}

async function isWell({ fault }: Exporting): Promise<void> {
  await until('nothing to be wrong', () => fault() === null)
}

/** A wire that calls once when so many bytes have gone to the server, and then lets its connection end with it; later ones lead through. */
async function startMeteredWire(port: number, bytes: number, onFull: () => void) {
  let left = bytes
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    upstream.pipe(client)
    client.on('data', (chunk) => {
      const before = left
      left -= chunk.length
      upstream.write(chunk)
      if (before > 0 && left <= 0) {
        client.pause()
        onFull()
      }
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe.skipIf(NO_NATS)('a NATS that is not well', () => {
  let world: ExportWorld
  useExports((started) => {
    world = started
  })

  async function settled(count: number) {
    await until(`${count} messages`, async () => (await world.stream.count()) >= count)
    return world.stream.read()
  }

  it('[21] dies in the middle of a wave: nothing is lost, and each booking keeps its order', async () => {
    const { stream, nats, write, start } = world
    await stream.create()
    const [bookings, filler] = [250, 'x'.repeat(20_000)]
    for (let n = 1; n <= bookings; n++) await write(`ubk_${n}`, [1, 2], filler)
    // The server has seen a fifth of the first wave when it dies, and has acknowledged some of that.
    let ended = false
    const wire = await startMeteredWire(nats.port, 1_000_000, () => {
      void nats.kill().then(() => {
        ended = true
      })
    })
    const exporting = start(createNatsTarget(`nats://127.0.0.1:${wire.port}`))
    await until('it to die', () => ended)
    await failed(exporting, /"err":/)
    await nats.start()
    const found = await settled(2 * bookings)
    expect(found).toHaveLength(2 * bookings)
    for (let n = 1; n <= bookings; n++) expect(sequencesOf(found, `ubk_${n}`)).toEqual([1, 2])
    await isWell(exporting)
    await exporting.stop()
    await wire.close()
  })

  it('[21] is away at first, and then again: events wait for it', async () => {
    const { stream, nats, write, start } = world
    await stream.create()
    await nats.kill()
    await write('ubk_a', [1])
    const exporting = start()
    await failed(exporting, /ECONNREFUSED/)
    await nats.start()
    await settled(1)
    await isWell(exporting)
    await nats.kill()
    await write('ubk_a', [2, 3])
    await until('a failure', () => exporting.fault() !== null)
    await write('ubk_a', [4])
    await nats.start()
    expect(sequencesOf(await settled(4), 'ubk_a')).toEqual([1, 2, 3, 4])
    await isWell(exporting)
  })

  it('[21] says nothing for a while: what it took without an answer is not there twice', async () => {
    const { stream, nats, write, start } = world
    await stream.create()
    const proxy = await startTcpProxy('127.0.0.1', nats.port)
    const exporting = start(createNatsTarget(`nats://127.0.0.1:${proxy.port}`))
    try {
      await write('ubk_a', [1])
      await settled(1)
      nats.freeze('SIGSTOP')
      await write('ubk_a', [2, 3])
      await failed(exporting, /timeout/i)
      nats.freeze('SIGCONT')
      expect(sequencesOf(await settled(3), 'ubk_a')).toEqual([1, 2, 3])
      await isWell(exporting)
      proxy.swallow()
      await write('ubk_a', [4, 5])
      await until('a failure', () => exporting.fault() !== null)
      proxy.mend()
      expect(sequencesOf(await settled(5), 'ubk_a')).toEqual([1, 2, 3, 4, 5])
      await isWell(exporting)
    } finally {
      await exporting.stop()
      await proxy.close()
    }
  })

  it('[21] has no stream yet', async () => {
    const { stream, write, start } = world
    await write('ubk_a', [1])
    const exporting = start()
    await failed(exporting, /no stream takes hotel\.events\.sandbox\./)
    await stream.create()
    expect(sequencesOf(await settled(1), 'ubk_a')).toEqual([1])
    await isWell(exporting)
  })

  it('[21] has no stream, but somebody who answers whatever is sent: that is no acknowledgement', async () => {
    const { stream, write, start } = world
    for (const answer of ['{}', '{"stream":"EVENTS"}', '+OK', ''])
      stream.connection.subscribe('hotel.events.>', {
        max: 1,
        callback: (_error, message) => void message.respond(answer),
      })
    await write('ubk_a', [1])
    const exporting = start()
    await failed(exporting, /"err":/)
    expect(exporting.counted.exported).toBe(0)
    await stream.create()
    expect(sequencesOf(await settled(1), 'ubk_a')).toEqual([1])
    await isWell(exporting)
  })

  it('[21] has lost its stream for another one of the same name: that is told, and what comes goes on', async () => {
    const { stream, write, start } = world
    await stream.create()
    await write('ubk_a', [1, 2])
    const exporting = start()
    await settled(2)
    await until('both to be counted', () => exporting.counted.exported === 2)
    await stream.delete()
    await stream.create()
    await write('ubk_a', [3])
    expect(sequencesOf(await settled(1), 'ubk_a')).toEqual([3])
    await until('it to be told', () => exporting.told.some((line) => /begun anew/.test(line)))
    expect(exporting.told.join('')).toContain('docs/event-export.md')
    // Told once, and no fault: nobody but the operator can know whether what is gone is missed.
    await write('ubk_a', [4, 5])
    await settled(3)
    expect(exporting.told.filter((line) => /begun anew/.test(line))).toHaveLength(1)
    await isWell(exporting)
  })

  it('[21] has a stream that is full and takes no more', async () => {
    const { stream, write, start } = world
    await stream.create({ max_msgs: 3, discard: 'new' })
    await write('ubk_a', [1, 2])
    await write('ubk_b', [1, 2, 3])
    const exporting = start()
    await failed(exporting, /maximum messages exceeded/)
    expect(await stream.count()).toBe(3)
    await write('ubk_a', [3])
    await stream.change({ max_msgs: 100 })
    const found = await settled(6)
    expect(found).toHaveLength(6)
    for (const bookingId of ['ubk_a', 'ubk_b']) expect(sequencesOf(found, bookingId)).toEqual([1, 2, 3])
    await isWell(exporting)
  })
})

/** The operator, and what the exporter is, if it is known. */
function users(exporter = ''): string {
  return `authorization { users: [
  { user: operator, password: "test" }
  ${exporter}
] }`
}

describe.skipIf(NO_NATS)('a NATS that refuses', () => {
  let world: ExportWorld
  useExports(
    (started) => {
      world = started
    },
    { settings: users(), account: 'operator:test' },
  )

  it('[21] knows no such user, then lets it publish nothing, and at last everything', async () => {
    const { stream, nats, write, start } = world
    await stream.create()
    await write('ubk_a', [1, 2])
    const exporting = start(createNatsTarget(`nats://exporter:secret%2Fword@127.0.0.1:${nats.port}`))
    await failed(exporting, /authorization violation/i)
    const exporter = '{ user: exporter, password: "secret/word", permissions'
    await nats.change(users(`${exporter}: { publish: "other.>", subscribe: "_INBOX.>" } }`))
    await failed(exporting, /permissions violation/i)
    await nats.change(users(`${exporter}: { publish: "hotel.events.>", subscribe: "_INBOX.>" } }`))
    await until('both messages', async () => (await stream.count()) === 2)
    expect(sequencesOf(await stream.read(), 'ubk_a')).toEqual([1, 2])
    await isWell(exporting)
    expect(exporting.told.join('')).not.toContain('secret')
  })
})
