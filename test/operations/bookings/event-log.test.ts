import { describe, expect, it } from 'vitest'
import type { Json } from '../../support/http-client.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

/** A transaction of anybody in the cluster keeps younger events from readers for a moment, and other tests have theirs. */
const SOON = { timeout: 20_000 }

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
    expect(await events({ after: all.nextAfter })).toEqual({ events: [], nextAfter: all.nextAfter })
    expect(await booker.gateway.listEvents(caller({ organizationId: THEIRS }), {})).toMatchObject({
      value: { events: [], nextAfter: null },
    })
    expect(await booker.gateway.listEvents(caller(), { after: 'x' })).toMatchObject({ ok: false })
  })

  it('has twenty when nothing is said', async () => {
    for (let count = 0; count < 11; count++) await booker.confirmed()
    await expect.poll(() => countListed({}), SOON).toBe(20)
  })
})
