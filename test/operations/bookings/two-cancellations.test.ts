import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cancelsOf } from '../../support/booker-cancels.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import { MINUTE, SECOND } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

/** Two cancellations of a booking, the first free and in doubt, the second for 300 EUR: which one is told, and at which price. */
let booker: Booker
useOneBooker((started) => {
  booker = started
})
const { accepted, cancel, costsAll, freeFor, inVain, outcomeOf } = cancelsOf(() => booker)

const CANCELLED = says(recordOf({ status: 'CANCELLED' }))
const BY_THE_FIRST = { status: 'CANCELLED', cancellation: { cause: 'CLIENT', penaltyStatus: 'NO_CHARGE' } }

it('the first is told when the second is refused', async () => {
  const { bookingId } = await booker.confirmed()
  const first = await inVain(bookingId, 'CONFIRMED', 'first')
  await costsAll(bookingId)
  const second = await accepted(bookingId)
  booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
  await cancel(second, 'second')
  booker.desk.says('retrieve', CANCELLED)
  await booker.look(bookingId)
  expect((await booker.look(bookingId)).booking).toMatchObject(BY_THE_FIRST)
  expect([await outcomeOf(first, 'first'), await outcomeOf(second, 'second')]).toEqual(['CANCELLED', 'NOT_EFFECTIVE'])
})

it.each(['CONFIRMED', 'ON_HOLD'] as const)(
  'the first is told, and the booking comes to rest, when the second was held back: %s',
  async (status) => {
    const { bookingId } = await (status === 'CONFIRMED' ? booker.confirmed() : booker.held())
    await inVain(bookingId, status, 'first')
    await freeFor(bookingId, 1.5 * SECOND)
    const second = await accepted(bookingId)
    booker.desk.says('retrieve', async () => {
      await sleep(2 * SECOND)
      return says(recordOf({ status }))
    })
    expect((await cancel(second, 'second')).cancellation.outcome).toBe('NOT_EFFECTIVE')
    booker.desk.says('retrieve', CANCELLED)
    expect((await booker.look(bookingId)).booking.status).toBe('CANCELLATION_PENDING')
    expect((await booker.look(bookingId)).booking).toMatchObject(BY_THE_FIRST)
  },
)

it('the first is told when the second finds that it is carried out', async () => {
  const { bookingId } = await booker.confirmed()
  const first = await inVain(bookingId, 'CONFIRMED', 'first')
  await costsAll(bookingId)
  const second = await accepted(bookingId)
  booker.desk.says('retrieve', CANCELLED)
  await cancel(second, 'second')
  expect(await booker.booking(bookingId)).toMatchObject(BY_THE_FIRST)
  expect([await outcomeOf(first, 'first'), await outcomeOf(second, 'second')]).toEqual(['CANCELLED', 'NOT_EFFECTIVE'])
})

it('the first is told by a look at the second, of which nothing was sent', async () => {
  const { bookingId } = await booker.confirmed()
  await inVain(bookingId, 'CONFIRMED', 'first')
  await costsAll(bookingId)
  booker.desk.says('retrieve', 'SILENT')
  await cancel(await accepted(bookingId), 'second')
  await booker.query(
    `UPDATE booking_attempts SET outcome = NULL, ended_at = NULL WHERE operation = 'CANCEL' AND sent_at IS NULL`,
  )
  booker.desk.says('retrieve', CANCELLED)
  expect((await booker.look(bookingId)).booking).toMatchObject(BY_THE_FIRST)
})

it('the first is told when it is accepted while the second waits', async () => {
  const { bookingId } = await booker.confirmed()
  const input = await accepted(bookingId)
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  booker.desk.says('retrieve', says(recordOf()))
  booker.desk.says('cancel', async () => {
    asked.resolve()
    await answer.promise
    return says({ chargedPenalty: { amountMinor: 0, currency: 'EUR' }, supplierCancellationReference: 'FIRST' })
  })
  const first = cancel(input, 'first')
  await asked.promise
  await booker.sentAgo(bookingId, 'CANCEL', 5 * MINUTE)
  expect((await booker.look(bookingId)).booking.status).toBe('CONFIRMED')
  await costsAll(bookingId)
  booker.desk.says('cancel', 'SILENT')
  const second = await accepted(bookingId)
  await cancel(second, 'second')
  answer.resolve()
  await first
  expect((await booker.booking(bookingId)).cancellation).toMatchObject({
    penaltyStatus: 'NO_CHARGE',
    supplierCancellationReference: 'FIRST',
  })
  expect([await outcomeOf(input, 'first'), await outcomeOf(second, 'second')]).toEqual(['CANCELLED', 'NOT_EFFECTIVE'])
})

it('one of them is told when the second begins while a look sees the first carried out', async () => {
  const { bookingId } = await booker.confirmed()
  const first = await inVain(bookingId, 'CONFIRMED', 'first')
  await costsAll(bookingId)
  const second = await accepted(bookingId)
  booker.desk.says('cancel', 'SILENT')
  booker.desk.says('retrieve', async () => {
    booker.desk.says('retrieve', says(recordOf()))
    await cancel(second, 'second')
    return CANCELLED
  })
  await booker.look(bookingId)
  booker.desk.says('retrieve', CANCELLED)
  expect((await booker.look(bookingId)).booking.status).toBe('CANCELLED')
  const outcomes = [await outcomeOf(first, 'first'), await outcomeOf(second, 'second')]
  expect(outcomes.toSorted()).toEqual(['CANCELLED', 'NOT_EFFECTIVE'])
})
