import { describe, expect, it } from 'vitest'
import { cancelling } from '../../support/cancelling.ts'
import { recordOf, refuses, says } from '../../support/desk.ts'
import type { Json } from '../../support/http-client.ts'
import { caller } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const { quote, cancel, quoted } = cancelling(() => booker)

const CHARGED = { amountMinor: 500, currency: 'USD' }

describe('a cancellation', () => {
  it('[C-097] that the supplier carries out is CANCELLED, with what it charged', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.asked.splice(0)
    booker.desk.says('cancel', says({ chargedPenalty: CHARGED, supplierCancellationReference: 'C-1' }))
    const from = booker.now()
    const { value } = await cancel(bookingId, quoteId)
    expect(value).toMatchObject({
      replayed: false,
      booking: {
        status: 'CANCELLED',
        cancellation: {
          outcome: 'CANCELLED',
          cause: 'CLIENT',
          cancellationQuoteId: quoteId,
          penaltyStatus: 'NO_CHARGE',
          penalty: { amountMinor: 0, currency: 'EUR' },
          chargedPenalty: CHARGED,
          supplierCancellationReference: 'C-1',
        },
      },
    })
    const { cancellation: told } = value.booking
    expect(told.cancelledAt).toBe(told.completedAt)
    expect(Date.parse(told.requestedAt)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(told.requestedAt)).toBeLessThanOrEqual(booker.now() + 1)
    expect(
      booker.desk.asked.map(({ operation, body }) => [operation, body.supplierPayload.link, body.timeoutMs]),
    ).toEqual([
      ['retrieve', 'of the record', 10_000],
      ['cancel', 'fresh', 90_000],
    ])
    expect(value.booking.cancellation.cancellationId).toMatch(/^cxl_/)
    const booking = await booker.booking(bookingId)
    expect(booking).toMatchObject({
      cancellation: { cause: 'CLIENT', chargedPenalty: CHARGED, supplierCancellationReference: 'C-1' },
      hotelConfirmation: { status: 'NOT_REQUESTED' },
    })
    expect(booking.cancellation?.cancelledAt).toBe(booking.updatedAt)
    expect(await booker.plan(bookingId)).toMatchObject({ kind: null, inS: null })
    expect(await booker.attempts(bookingId)).toMatchObject([
      {},
      { operation: 'CANCEL', outcome: 'ACCEPTED', sent: true },
    ])
    const causes = (await booker.events(bookingId)).map(({ change }) => change.cause)
    expect(causes.slice(2)).toEqual(['CANCELLATION_SENT', 'CANCELLATION_CONFIRMED'])
    const again = await cancel(bookingId, quoteId)
    expect(again.value).toEqual({ ...value, replayed: true, booking: again.value.booking })
    expect(again.value.booking.cancellation).toEqual(told)
    expect(await quote(bookingId)).toMatchObject({ ok: false })
  })

  it('of a hold releases it', async () => {
    const { bookingId } = await booker.held()
    booker.desk.says('retrieve', says(recordOf({ status: 'ON_HOLD' })))
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    const { value } = await cancel(bookingId, (await quote(bookingId)).value.quoteId)
    expect(value.booking).toMatchObject({ status: 'CANCELLED', cancellation: { chargedPenalty: null } })
  })

  it('that the record shows already is not sent', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('retrieve', says(recordOf({ status: 'CANCELLED', chargedPenalty: CHARGED })))
    booker.desk.asked.splice(0)
    const { value } = await cancel(bookingId, quoteId)
    expect(value.booking).toMatchObject({ status: 'CANCELLED', cancellation: { chargedPenalty: CHARGED } })
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['retrieve'])
  })

  it.each([
    ['CONFIRMED', () => booker.confirmed()],
    ['ON_HOLD', () => booker.held()],
  ] as const)('that is refused leaves the booking %s, and can be asked for again', async (status, make) => {
    const { bookingId } = await make()
    booker.desk.says('retrieve', says(recordOf({ status })))
    booker.desk.says('cancel', refuses('NOT_CANCELLABLE'))
    const { value } = await cancel(bookingId, (await quote(bookingId)).value.quoteId)
    expect(value.booking).toMatchObject({
      status,
      cancellation: { outcome: 'NOT_EFFECTIVE', cancelledAt: null, completedAt: expect.any(String) },
    })
    expect((await booker.gateway.getBooking(caller(), { bookingId })) as Json).toMatchObject({
      value: { status, cancellation: null },
    })
    expect(await booker.plan(bookingId)).toMatchObject({ kind: status === 'ON_HOLD' ? 'HOLD' : 'STANDING', looks: 0 })
    const key = await booker.query(
      `SELECT extract(day FROM expires_at - created_at)::int AS days FROM idempotency_keys WHERE operation = 'CANCEL'`,
    )
    expect(key).toEqual([{ days: 30 }])
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    const again = await cancel(bookingId, (await quote(bookingId)).value.quoteId, 'cancel-2')
    expect(again.value.booking.status).toBe('CANCELLED')
  })

  it.each([
    ['without an answer', 'SILENT', 'UNKNOWN'],
    ['that is said to be cancelled already', refuses('ALREADY_CANCELLED'), 'REFUSED'],
  ] as const)('%s is pending, and looked at in five seconds', async (_what, said, outcome) => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('cancel', said)
    const { value } = await cancel(bookingId, quoteId)
    expect(value.booking).toMatchObject({
      status: 'CANCELLATION_PENDING',
      cancellation: { outcome: 'PENDING', completedAt: null, cancelledAt: null },
    })
    expect(await booker.plan(bookingId)).toEqual({ kind: 'CALL', inS: 5, looks: 0 })
    expect((await booker.attempts(bookingId))[1]).toMatchObject({ outcome })
  })

  it('whose record cannot be read is not sent, and may yet have been', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('retrieve', 'SILENT')
    const { value } = await cancel(bookingId, quoteId)
    expect(value.booking.status).toBe('CANCELLATION_PENDING')
    expect((await booker.attempts(bookingId))[1]).toMatchObject({ outcome: 'UNKNOWN', sent: false })
    expect(booker.desk.asked.some(({ operation }) => operation === 'cancel')).toBe(false)
  })

  it('whose record is gone is sent with what is known', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('retrieve', says(null))
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    expect((await cancel(bookingId, quoteId)).value.booking.status).toBe('CANCELLED')
    expect(booker.desk.asked.at(-1)?.body.supplierPayload).toEqual({ link: 'of the record' })
  })

  it('asked for by many at once under one key is made once, and all are told', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => cancel(bookingId, quoteId)))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(answers.filter(({ value }) => value.replayed)).toHaveLength(3)
  })

  it('asked for by many at once is made once', async () => {
    const { bookingId, quoteId } = await quoted()
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    const answers = await Promise.all([1, 2, 3].map((n) => cancel(bookingId, quoteId, `cancel-${n}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(booker.desk.asked.filter(({ operation }) => operation === 'cancel')).toHaveLength(1)
  })
})
