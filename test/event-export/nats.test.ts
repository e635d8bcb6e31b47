import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createNatsTarget } from '../../src/event-export/nats-target.ts'
import type { ExportTarget } from '../../src/event-export/target.ts'
import { createEventExportStore } from '../../src/store/event-exports.ts'
import { NO_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'
import { type ExportWorld, eventRow, sequencesOf, useExports } from '../support/use-exports.ts'

if (NO_NATS) console.warn(NO_NATS)

describe.skipIf(NO_NATS)('the export to JetStream', () => {
  let world: ExportWorld
  useExports((started) => {
    world = started
  })

  it('[21] stores every event once, in order for each booking, under its id and its subject, byte for byte', async () => {
    const { stream, write, start, settled, organizationId } = world
    await stream.create()
    await write('ubk_a', [1, 2])
    await write('ubk_b', [1])
    const exporting = start()
    await settled(3)
    await write('ubk_a', [3])
    const found = await settled(4)
    expect(found).toHaveLength(4)
    expect(sequencesOf(found, 'ubk_a')).toEqual([1, 2, 3])
    expect(sequencesOf(found, 'ubk_b')).toEqual([1])
    const { body } = eventRow(organizationId, 'ubk_a', 1)
    expect(found[0]).toMatchObject({
      subject: `hotel.events.sandbox.${organizationId}.ubk_a.booking.updated`,
      id: 'evt_ubk_a_1',
      text: body,
    })
    await until('all to be counted', () => exporting.counted.exported === 4)
    expect(exporting.fault()).toBeNull()
  })

  it('[21] leaves out what only the endpoint that asked for it is told', async () => {
    const { stream, query, write, start, settled, organizationId } = world
    await stream.create()
    await query(
      `INSERT INTO booking_events (id, organization_id, environment, type, body, created_at)
       VALUES ('evt_test', $1, 'sandbox', 'webhook.test', '{}', now()),
         ('evt_disabled', $1, 'sandbox', 'webhook_endpoint.disabled', '{}', now())`,
      [organizationId],
    )
    await write('ubk_a', [1])
    start()
    expect((await settled(2)).map(({ subject }) => subject).sort()).toEqual([
      `hotel.events.sandbox.${organizationId}.none.webhook_endpoint.disabled`,
      `hotel.events.sandbox.${organizationId}.ubk_a.booking.updated`,
    ])
  })

  it('[21] goes on where it was, and JetStream drops what is repeated', async () => {
    const { stream, query, write, start, settled } = world
    await stream.create()
    await write('ubk_a', [1, 2])
    const first = start()
    await settled(2)
    await first.stop()
    // As if it had died between the acknowledgement and its own row.
    await query(`UPDATE event_exports SET xid = '0', position = 0`)
    await write('ubk_a', [3])
    const second = start()
    expect(sequencesOf(await settled(3), 'ubk_a')).toEqual([1, 2, 3])
    await until('all to be counted', () => second.counted.exported === 3)
    await second.stop()
    // A place that was written is not left again.
    await write('ubk_a', [4])
    const third = start()
    expect(sequencesOf(await settled(4), 'ubk_a')).toEqual([1, 2, 3, 4])
    await until('it to be counted', () => third.counted.exported > 0)
    expect(third.counted.exported).toBe(1)
  })

  it('[21] never lets a younger event of a booking pass one that was refused', async () => {
    const { stream, nats, write, start, settled } = world
    await stream.create()
    const target = createNatsTarget(nats.url)
    let refused = 0
    // The broker refuses the first event of a booking twice, as it does while a replica is away.
    const failing: ExportTarget = {
      ...target,
      publish: async (events) => {
        const isRefused = events.map(({ id }) => id === 'evt_ubk_a_1' && refused++ < 2)
        const rest = events.filter((_, place) => !isRefused[place])
        const answers = [...(await target.publish(rest))]
        return isRefused.map((is) => (is ? new Error('refused') : (answers.shift() ?? null)))
      },
    }
    await write('ubk_a', [1, 2])
    await write('ubk_b', [1])
    start(failing)
    const found = await settled(3)
    expect(sequencesOf(found, 'ubk_a')).toEqual([1, 2])
    expect(found).toHaveLength(3)
  })

  it('[21] reads the log in its order where the numbers of transactions get a digit more', async () => {
    const { stream, query, write, start, settled } = world
    await stream.create()
    await write('ubk_a', [1, 2, 3])
    for (const [sequence, xid] of [
      [1, 8],
      [2, 99],
      [3, 100],
    ])
      await query('UPDATE booking_events SET xid = $2::text::xid8 WHERE sequence = $1', [sequence, String(xid)])
    const exporting = start()
    expect(sequencesOf(await settled(3), 'ubk_a')).toEqual([1, 2, 3])
    await until('all to be counted', () => exporting.counted.exported > 0)
    expect(await query('SELECT xid::text, exported::int FROM event_exports')).toEqual([{ xid: '100', exported: 3 }])
  })

  it('[21] does not step over an event whose transaction ends late', async () => {
    const { stream, inSession, query, write, start, settled, organizationId } = world
    await stream.create()
    await write('ubk_a', [])
    await inSession(async (late) => {
      await late.query('BEGIN')
      const { sql, values } = eventRow(organizationId, 'ubk_a', 1)
      await late.query(sql, values)
      await write('ubk_b', [1])
      start()
      await until('the lease', async () => (await query('SELECT FROM event_exports')).length === 1)
      await late.query('COMMIT')
    })
    const found = await settled(2)
    expect(sequencesOf(found, 'ubk_a')).toEqual([1])
    expect(sequencesOf(found, 'ubk_b')).toEqual([1])
  })

  it('[21] begins no wave when the lease may be another’s, however late the one before was acknowledged', async () => {
    const { stream, nats, write, start, query, settled } = world
    await stream.create()
    const target = createNatsTarget(nats.url)
    const waves: string[][] = []
    // Longer than a wave may be begun after the lease was asked for, as where the process was frozen.
    const slow: ExportTarget = {
      ...target,
      publish: async (events) => {
        waves.push(events.map(({ id }) => id))
        const answers = await target.publish(events)
        if (waves.length === 1) await pause(20_500)
        return answers
      },
    }
    await write('ubk_a', [1, 2])
    start(slow)
    await until('the first wave', () => waves.length === 1)
    await query(`UPDATE event_exports SET lease_id = 'others', leased_until = now() + interval '1 minute'`)
    await pause(21_500)
    expect(waves).toEqual([['evt_ubk_a_1']])
    await query('UPDATE event_exports SET lease_id = NULL')
    expect(sequencesOf(await settled(2), 'ubk_a')).toEqual([1, 2])
  })

  it('[21] is done by one process at a time, and by the next one when that leaves', async () => {
    const { stream, write, start, settled } = world
    await stream.create()
    const both = [start(), start()]
    await write('ubk_a', [1])
    await settled(1)
    await until('it to be counted', () => both.some(({ counted }) => counted.exported > 0))
    const [holder, other] = both.toSorted((a, b) => b.counted.exported - a.counted.exported)
    expect(other?.counted.exported).toBe(0)
    await holder?.stop()
    await write('ubk_a', [2])
    expect(sequencesOf(await settled(2), 'ubk_a')).toEqual([1, 2])
    await until('the other to have done it', () => other?.counted.exported === 1)
  })

  it('[21] is taken over from a process that does not reach the server', async () => {
    const { stream, write, start, settled } = world
    await stream.create()
    await write('ubk_a', [1, 2])
    const cutOff = start(createNatsTarget('nats://127.0.0.1:9'))
    await until('it to fail', () => cutOff.counted.failed > 0)
    start()
    expect(sequencesOf(await settled(2), 'ubk_a')).toEqual([1, 2])
    expect(cutOff.counted.exported).toBe(0)
  })

  it('[21] tells for how long the oldest event has waited that is not exported', async () => {
    const { stream, db, query, write, start, settled } = world
    const exports = createEventExportStore(db)
    expect(await exports.lagSeconds('nats')).toBe(0)
    await write('ubk_a', [1])
    await query(`UPDATE booking_events SET created_at = now() - interval '90 seconds'`)
    await write('ubk_a', [2])
    expect(await exports.lagSeconds('nats')).toBeGreaterThan(89)
    await stream.create()
    start()
    await settled(2)
    await until('nothing to wait', async () => (await exports.lagSeconds('nats')) === 0)
  })
})

describe.skipIf(NO_NATS)('the lease of the export', () => {
  const lease = { target: 'nats', leaseId: 'lease_1' }
  const other = { ...lease, leaseId: 'lease_2' }
  let world: ExportWorld
  useExports((started) => {
    world = started
  })

  it('[21] is refused to others until it ends, and its place is not written without it', async () => {
    const { db, query } = world
    const exports = createEventExportStore(db)
    expect(await exports.claim(lease, 60_000)).toEqual({ xid: '0', position: 0n })
    expect(await exports.claim(other, 60_000)).toBeNull()
    const advanced = { place: { xid: '7', position: 9n }, exported: 2, leaseMs: 60_000 }
    expect(await exports.advance(other, advanced)).toBe(false)
    expect(await exports.advance(lease, advanced)).toBe(true)
    await query(`UPDATE event_exports SET leased_until = now() - interval '1 second'`)
    expect(await exports.claim(other, 60_000)).toEqual({ xid: '7', position: 9n })
    expect(await exports.advance(lease, advanced)).toBe(false)
    await exports.release(lease)
    expect(await exports.claim(lease, 60_000)).toBeNull()
    await exports.release(other)
    expect(await exports.claim(lease, 60_000)).toEqual({ xid: '7', position: 9n })
  })

  it('[21] is waited for without a write', async () => {
    const { db, query } = world
    const exports = createEventExportStore(db)
    await exports.claim(lease, 60_000)
    const [before] = await query('SELECT xmin, xmax, ctid FROM event_exports')
    await exports.claim(other, 60_000)
    expect(await query('SELECT xmin, xmax, ctid FROM event_exports')).toEqual([before])
  })
})
