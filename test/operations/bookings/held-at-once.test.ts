import { expect, it } from 'vitest'
import { cancelsOf } from '../../support/booker-cancels.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { HOUR } from '../../support/offered.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

/** A booking that was to be made at once, and that its supplier only holds. */
let booker: Booker
useOneBooker((started) => {
  booker = started
})

const { accepted, cancel } = cancelsOf(() => booker)

async function heldAtOnce(holdInMs?: number): Promise<Json> {
  booker.desk.says('book', says(recordOf({ status: 'ON_HOLD' })))
  booker.desk.says('retrieve', says(recordOf({ status: 'ON_HOLD' })))
  const answer: Json = await booker.create(await booker.offer(holdInMs === undefined ? {} : { holdInMs }), {})
  return answer.value.booking
}

it('is told to a person, and confirmed by the action that it has', async () => {
  const { bookingId, acceptedOfferId, status, availableActions } = await heldAtOnce(96 * HOUR)
  expect([status, availableActions]).toEqual(['ON_HOLD', expect.arrayContaining(['CONFIRM_HOLD', 'CANCEL'])])
  expect(await booker.cases(bookingId)).toEqual(['UNSETTLED_HOLD'])
  booker.desk.says('confirm_hold', says(null))
  const confirming: Json = await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })
  expect(confirming).toMatchObject({ ok: true, value: { status: 'PROCESSING' } })
  expect(await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })).toMatchObject({ ok: true })
  booker.desk.says('retrieve', says(recordOf({})))
  expect((await booker.look(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', needsOperator: false })
  expect(await booker.cases(bookingId)).toEqual([])
  expect(await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })).toMatchObject({
    ok: true,
    value: { status: 'CONFIRMED' },
  })
})

it('stays a person’s while it is only held, whatever is tried in vain', async () => {
  const { bookingId, acceptedOfferId } = await heldAtOnce(96 * HOUR)
  booker.desk.says('confirm_hold', refuses('SOLD_OUT'))
  expect(await booker.gateway.confirmHold(caller(), { bookingId, acceptedOfferId })).toMatchObject({ ok: false })
  expect(await booker.cases(bookingId)).toEqual(['UNSETTLED_HOLD'])
  booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
  expect((await cancel(await accepted(bookingId), 'cancel-1')).status).toBe('ON_HOLD')
  expect(await booker.cases(bookingId)).toEqual(['UNSETTLED_HOLD'])
})

it('is looked at when nobody has said how long it is held', async () => {
  const { bookingId, nextPollAfterMs } = await heldAtOnce()
  expect(nextPollAfterMs).toBe(60_000)
  expect((await booker.plan(bookingId)).kind).toBe('HOLD')
  booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED' })))
  expect((await booker.look(bookingId)).booking.status).toBe('CANCELLED')
})
