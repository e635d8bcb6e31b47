import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/domain/time.ts'
import type { Json } from '../../support/http-client.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** A transaction of anybody in the cluster keeps younger events from readers for a moment, and other tests have theirs. */
const SOON = { timeout: 60_000 }

async function countListed(input: Json): Promise<number> {
  return ((await booker.gateway.listEvents(caller(), input)) as Json).value.events.length
}

describe('the log of events', () => {
  it('has them oldest first, by position', async () => {
    const { bookingId } = await booker.confirmed()
    async function events(input: object): Promise<Json> {
      return ((await booker.gateway.listEvents(caller(), input)) as Json).value
    }
    await expect.poll(() => countListed({}), SOON).toBe(2)
    const all = await events({})
    expect(all.events.map(({ type, data }: Json) => [type, data.booking_id])).toEqual([
      ['booking.updated', bookingId],
      ['booking.confirmed', bookingId],
    ])
    expect(all.events[0].timestamp).toMatch(/^\d{4}-/)
    expect(all.nextAfter).toBe(all.events[1].position)
    const second = await events({ after: all.events[0].position, limit: 1 })
    expect(second.events).toEqual([all.events[1]])
    expect(await events({ after: all.nextAfter })).toEqual({
      events: [],
      nextAfter: all.nextAfter,
      completeSince: null,
    })
    expect(await booker.gateway.listEvents(caller({ organizationId: THEIRS }), {})).toMatchObject({
      value: { events: [], nextAfter: null },
    })
    expect(await booker.gateway.listEvents(caller(), { after: 'x' })).toMatchObject({ ok: false })
  })

  it('[21] says from when on it is whole, in the time of its organization and never too early', async () => {
    async function completeSince(): Promise<number> {
      return Date.parse(((await booker.gateway.listEvents(caller(), {})) as Json).value.completeSince)
    }
    const floor = Date.UTC(2024, 0, 1)
    await booker.core.deps.store.partitions.raiseFloor('booking_events', floor)
    // A floor is never lowered.
    await booker.core.deps.store.partitions.raiseFloor('booking_events', floor - DAY_MS)
    expect(await completeSince()).toBe(floor)
    await booker.advance(90 * DAY_MS)
    // Its terms end as much earlier, and at the end of a month of its own time.
    expect(await completeSince()).toBeGreaterThanOrEqual(floor + 121 * DAY_MS)
    await booker.query('DELETE FROM row_floors')
  })

  it('has twenty when nothing is said', async () => {
    for (let count = 0; count < 11; count++) await booker.confirmed()
    await expect.poll(() => countListed({}), SOON).toBe(20)
  })
})
