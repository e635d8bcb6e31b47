import { describe, expect, it } from 'vitest'
import { planAfterFailure } from '../../../src/operations/bookings/follow-up/look-at-booking.ts'
import type { SupplierBooking } from '../../../src/suppliers/supplier.ts'
import { recordOf, says } from '../../support/desk.ts'
import { TOTAL } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

function record(changes: Partial<SupplierBooking> = {}): void {
  booker.desk.says('retrieve', says(recordOf(changes)))
}

describe('a look that throws', () => {
  it('is planned again, is a case after five, and the case ends with a look that succeeds', async () => {
    const { bookingId, terms } = await booker.lost()
    for (let looks = 0; looks < 5; looks++) {
      await booker.query(`UPDATE bookings SET lease_id = 'lease'`)
      const claimed = {
        bookingId,
        leaseId: 'lease',
        kind: 'CALL',
        connectionId: 'con_desk',
        looks,
        waitedMs: 0,
        requestId: null,
        traceparent: null,
      } as const
      await planAfterFailure(booker.deps, claimed)
      const { inS } = await booker.plan(bookingId)
      expect([inS, await booker.cases(bookingId)]).toEqual([
        [5, 15, 30, 30, 60][looks],
        looks === 4 ? ['LOOK_FAILS'] : [],
      ])
    }
    expect(await booker.plan(bookingId)).toMatchObject({ looks: 5, kind: 'CALL' })
    const [row] = await booker.deps.store.cases.openOf(bookingId)
    expect(row).toMatchObject({
      organizationId: 'org_ours',
      connectionId: 'con_desk',
      atStake: TOTAL,
      dueAt: Date.parse(terms.stay.checkInDate),
      detail: { look: 'CALL', looks: 5 },
    })
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('under a lease that was lost plans nothing', async () => {
    const { bookingId } = await booker.lost()
    const before = await booker.plan(bookingId)
    const claimed = {
      bookingId,
      leaseId: 'lost',
      kind: 'CALL',
      connectionId: 'con_desk',
      looks: 9,
      waitedMs: 0,
      requestId: null,
      traceparent: null,
    } as const
    await planAfterFailure(booker.deps, claimed)
    expect(await booker.plan(bookingId)).toMatchObject({ kind: before.kind, looks: 0 })
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('of a confirmed booking is told until its supplier answers', async () => {
    const { bookingId } = await booker.confirmed()
    await booker.query(
      `INSERT INTO cases (id, kind, subject, booking_id, detail, opened_at, seen_at) VALUES ('case_1', 'LOOK_FAILS', $1, $1, '{}', now(), now())`,
      [bookingId],
    )
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual(['LOOK_FAILS'])
    record()
    await booker.look(bookingId)
    expect(await booker.cases(bookingId)).toEqual([])
  })

  it('leaves a cancelled booking, which only an older process plans to look at, at rest', async () => {
    const { bookingId } = await booker.held()
    record({ status: 'CANCELLED' })
    await booker.look(bookingId)
    booker.desk.asked.splice(0)
    expect((await booker.look(bookingId)).plan).toMatchObject({ kind: null, inS: null })
    expect(booker.desk.asked).toEqual([])
  })
})
