import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, MEMBERS, startFleet, whyNoFleet } from '../support/fleet.ts'
import { type Load, type Sent, startLoad } from '../support/fleet-load.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const MISSING = whyNoFleet()
if (MISSING) console.warn(MISSING)

/** 10,000 for a person: FLEET_REQUESTS=10000. */
const REQUESTS = Number(process.env['FLEET_REQUESTS'] ?? 1_000)
const SETTLES_WITHIN_MS = 120_000

let fleet: Fleet
let receiver: Receiver

beforeAll(async () => {
  if (MISSING) return
  fleet = await startFleet()
  receiver = await startReceiver()
  const { status } = await httpClient(fleet).post('/webhooks/endpoints', { url: receiver.url })
  if (status > 299) throw new Error(`no endpoint: ${status}`)
}, 300_000)

afterAll(async () => {
  await receiver?.close()
  await fleet?.stop()
})

function failuresOf({ sent }: Load): Sent[] {
  return sent.filter(({ status }) => status < 200 || status > 299)
}

/** The log of events, read through the front door to its end. */
async function wholeLog(): Promise<Json[]> {
  const events: Json[] = []
  for (let after = '0'; ; ) {
    const { status, body } = await httpClient(fleet).get(`/events?after=${after}&limit=100`)
    expect(status).toBe(200)
    if (body.data.events.length === 0) return events
    events.push(...body.data.events)
    after = body.data.next_after
  }
}

/** That every booking of the load is there once, known to its supplier once if it is confirmed; answers how many failed. */
async function expectEveryBooking({ booked }: Load): Promise<number> {
  expect(new Set(booked).size).toBe(booked.length)
  const { primary } = fleet.pair
  await until(
    'every booking to be settled',
    async () =>
      (await primary.query("SELECT 1 FROM bookings WHERE status NOT IN ('CONFIRMED', 'FAILED')")).length === 0,
    SETTLES_WITHIN_MS,
  )
  const rows = await primary.query('SELECT id, status, supplier_reference AS reference FROM bookings')
  const ids = rows.map(({ id }) => id)
  expect(booked.filter((id) => !ids.includes(id))).toEqual([])
  const confirmed = rows.filter(({ status }) => status === 'CONFIRMED')
  expect(new Set(confirmed.map(({ reference }) => reference)).size).toBe(confirmed.length)
  const records = await primary.query("SELECT 1 FROM sandbox_records WHERE kind IN ('itinerary', 'booking')")
  expect(records).toHaveLength(confirmed.length)
  return rows.length - confirmed.length
}

/** That every event is in the log once, and at the partner at least once. */
async function expectEveryEvent(): Promise<void> {
  const { primary } = fleet.pair
  let events: string[] = []
  // A look of a worker may still write one.
  await until('the log to be the same through the front door', async () => {
    const log: string[] = (await wholeLog()).map(({ data }) => data.event_id)
    expect(new Set(log).size).toBe(log.length)
    events = (await primary.query('SELECT id FROM booking_events')).map(({ id }) => id)
    return events.toSorted().join() === log.toSorted().join()
  })
  await until(
    'every event at the receiver',
    () => {
      const told = new Set(receiver.received.map(({ event }) => event.data.event_id))
      return events.every((id) => told.has(id))
    },
    SETTLES_WITHIN_MS,
  )
}

describe.skipIf(MISSING)('[21] three api, two relay and two worker processes behind the files of deploy/', () => {
  it(`are restarted one by one with SIGTERM under load: none of ${REQUESTS} requests fails, no event is lost`, {
    timeout: 600_000 + REQUESTS * 60,
  }, async () => {
    const load = await startLoad(fleet, { atLeast: REQUESTS, repeats: false })
    const ended = []
    for (const member of MEMBERS) ended.push([member, await fleet.restart(member, 'SIGTERM')])
    await load.stop()
    expect(ended).toEqual(MEMBERS.map((member) => [member, 0]))
    expect(failuresOf(load)).toEqual([])
    expect(load.sent.length).toBeGreaterThanOrEqual(REQUESTS)
    expect(load.booked.length).toBeGreaterThan(REQUESTS / 20)
    expect(await expectEveryBooking(load)).toBe(0)
    await expectEveryEvent()
  })

  it('are killed one after the other: whoever repeats with its key has every booking once, and every event', {
    timeout: 600_000,
  }, async () => {
    const load = await startLoad(fleet, { atLeast: 0, repeats: true })
    for (const member of MEMBERS) expect(await fleet.restart(member, 'SIGKILL')).toBe('SIGKILL')
    await load.stop()
    expect(failuresOf(load)).toEqual([])
    expect(load.booked.length).toBeGreaterThan(20)
    // What a dead process had begun is taken up when its time is over.
    await httpClient(fleet).post('/sandbox/clock', { advance_seconds: 180 })
    // One that died before it asked the supplier has failed, and says so under its key.
    expect(await expectEveryBooking(load)).toBeLessThan(MEMBERS.length)
    await expectEveryEvent()
  })

  it('lose their primary: HAProxy finds the promoted standby, and every answered booking is there', {
    timeout: 300_000,
  }, async () => {
    const load = await startLoad(fleet, { atLeast: 0, repeats: true })
    await until('bookings', () => load.booked.length > 5)
    await fleet.pair.primary.kill()
    const before = load.booked.length
    await fleet.pair.promote()
    await until('a booking by the new primary', () => load.booked.length > before + 5, 120_000)
    await load.stop()
    expect(failuresOf(load)).toEqual([])
    expect(await fleet.haproxy.statusOf('postgres', 'postgres2')).toBe('UP')
    const rows = await fleet.pair.standby.query('SELECT id FROM bookings WHERE id = ANY($1)', [load.booked])
    expect(rows).toHaveLength(load.booked.length)
  })
})
