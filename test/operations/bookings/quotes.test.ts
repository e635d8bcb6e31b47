import { describe, expect, it } from 'vitest'
import { cancelling } from '../../support/cancelling.ts'
import { says } from '../../support/desk.ts'
import { costs, free, HOUR, SECOND } from '../../support/offered.ts'
import { caller, THEIRS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

const { quote, cancel, quoted } = cancelling(() => booker)

describe('a quote', () => {
  it('[C-096] says what cancelling costs, for five minutes, and cancels nothing', async () => {
    const { bookingId, acceptedOfferId } = await booker.confirmed()
    const { ok, value } = await quote(bookingId)
    expect(ok).toBe(true)
    expect(value).toMatchObject({
      bookingId,
      acceptedOfferId,
      cancellable: true,
      penaltyStatus: 'NO_CHARGE',
      penalty: { amountMinor: 0, currency: 'EUR' },
    })
    expect(Math.round((Date.parse(value.expiresAt) - booker.now()) / SECOND)).toBe(300)
    expect(booker.desk.asked.map(({ operation }) => operation)).toEqual(['book'])
    expect(value.quoteId).toMatch(/^cq_/)
    expect((await quote(bookingId)).value.quoteId).not.toBe(value.quoteId)
  })

  it('expires when the penalty changes', async () => {
    const changesAt = booker.now() + 90 * SECOND
    const { bookingId } = await booker.confirmed({ windows: [free(0, changesAt), costs(5_000, changesAt)] })
    const { value } = await quote(bookingId)
    expect(Date.parse(value.expiresAt)).toBe(
      Math.floor(changesAt / SECOND) * SECOND + (value.expiresAt.includes('.') ? changesAt % SECOND : 0),
    )
  })

  it.each([
    [{ status: 200, json: { amountMinor: 700, currency: 'EUR' } }, 700],
    ['SILENT', 0],
  ] as const)('of a supplier that quotes is its own, when it answers', async (said, amountMinor) => {
    booker.desk.says('cancellation_quote', said)
    const { bookingId } = await booker.confirmed({ code: 'quoting' })
    const { value } = await quote(bookingId)
    expect(value).toMatchObject({ penaltyStatus: amountMinor ? 'KNOWN' : 'NO_CHARGE', penalty: { amountMinor } })
    expect(booker.desk.asked.at(-1)).toMatchObject({
      operation: 'cancellation_quote',
      body: { supplierBookingId: 'theirs-1', timeoutMs: 9_000, language: 'de' },
    })
  })

  it('of a supplier that quotes in another currency is that of the agreed terms', async () => {
    const { bookingId } = await booker.confirmed({ code: 'quoting', windows: [costs(5_000, booker.now() - HOUR)] })
    for (const amountMinor of [0, 4_000]) {
      booker.desk.says('cancellation_quote', says({ amountMinor, currency: 'USD' }))
      const { value } = await quote(bookingId)
      expect(value).toMatchObject({ penaltyStatus: 'KNOWN', penalty: { amountMinor: 5_000, currency: 'EUR' } })
    }
    const rows = await booker.query('SELECT currency FROM cancellation_quotes')
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
  })

  it('of an amount that nobody knows is in the currency of the booking, and unknown when the supplier quotes in another', async () => {
    const windows = [{ ...free(0, null), status: 'UNKNOWN', penalty: null, basis: 'UNKNOWN' } as const]
    const { bookingId } = await booker.confirmed({ code: 'quoting', windows })
    booker.desk.says('cancellation_quote', says({ amountMinor: 0, currency: 'USD' }))
    const { value } = await quote(bookingId)
    expect(value).toMatchObject({ penaltyStatus: 'UNKNOWN', penalty: null })
    const [row] = await booker.query('SELECT currency, penalty_minor FROM cancellation_quotes')
    expect(row).toEqual({ currency: 'EUR', penalty_minor: null })
  })

  it.each<[string, () => Promise<string>, string]>([
    ['that waits for its supplier', async () => (await booker.lost()).bookingId, 'VALIDATION_ERROR'],
    [
      'that its supplier does not cancel',
      async () => (await booker.confirmed({ code: 'shy' })).bookingId,
      'PROVIDER_OPERATION_NOT_SUPPORTED',
    ],
    [
      'whose record says that it cannot be cancelled',
      async () => (await booker.confirmed({}, { cancellable: false })).bookingId,
      'PROVIDER_OPERATION_NOT_SUPPORTED',
    ],
    ['without a policy', async () => (await booker.confirmed({ windows: [] })).bookingId, 'VALIDATION_ERROR'],
    [
      'without the supplier’s id',
      async () => {
        const { bookingId } = await booker.confirmed()
        await booker.query('UPDATE bookings SET supplier_booking_id = NULL')
        return bookingId
      },
      'VALIDATION_ERROR',
    ],
    ['that is unknown', async () => 'ubk_x', 'BOOKING_NOT_FOUND'],
  ])('of a booking %s is refused', async (_what, bookingOf, code) => {
    const bookingId = await bookingOf()
    const expected = code === 'VALIDATION_ERROR' ? expect.stringMatching(/^(?:VALIDATION_ERROR|INVALID)/) : code
    expect(await quote(bookingId)).toMatchObject({ ok: false, error: { code: expected } })
    expect(await cancel(bookingId, 'cqt_x')).toMatchObject({ ok: false, error: { code: expected } })
    expect(await booker.query('SELECT id FROM cancellation_quotes')).toEqual([])
  })
})

describe('a quote that is accepted', () => {
  it.each<[string, (quoteId: string) => Promise<unknown>, string]>([
    ['was never issued', async () => 'cqt_nobodys', 'UNKNOWN_QUOTE'],
    ['has expired', async () => booker.advance(301 * SECOND), 'EXPIRED'],
    ['was used', async () => booker.query('UPDATE cancellation_quotes SET used_at = now()'), 'USED'],
    [
      'is not what cancelling costs now',
      async () => booker.query('UPDATE cancellation_quotes SET penalty_minor = 1, penalty_status = $1', ['KNOWN']),
      'PENALTY_CHANGED',
    ],
  ])('[C-098] and %s is refused, with a new one', async (_what, happens, reason) => {
    const { bookingId, quoteId } = await quoted()
    const happened = await happens(quoteId)
    const answer = await cancel(bookingId, typeof happened === 'string' ? happened : quoteId)
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'CANCELLATION_QUOTE_INVALID',
        details: {
          reason,
          bookingId,
          quotedPenalty: reason === 'UNKNOWN_QUOTE' ? null : { amountMinor: reason === 'PENALTY_CHANGED' ? 1 : 0 },
          replacementQuote: { penaltyStatus: 'NO_CHARGE' },
        },
      },
    })
    expect((await booker.booking(bookingId)).status).toBe('CONFIRMED')
    const replacement = answer.error.details.replacementQuote.quoteId
    booker.desk.says('cancel', says({ chargedPenalty: null, supplierCancellationReference: null }))
    expect((await cancel(bookingId, replacement)).ok).toBe(true)
  })

  it('and belongs to another booking is refused without its amount; somebody else’s is unknown', async () => {
    const [one, other] = [await quoted(), await quoted()]
    expect((await cancel(one.bookingId, other.quoteId)).error.details).toMatchObject({
      reason: 'OTHER_BOOKING',
      quotedPenalty: null,
    })
    await booker.query('UPDATE cancellation_quotes SET organization_id = $1 WHERE id = $2', [THEIRS, one.quoteId])
    expect((await cancel(one.bookingId, one.quoteId)).error.details.reason).toBe('UNKNOWN_QUOTE')
  })

  it('is compared with the supplier’s figure, where it quotes', async () => {
    const { bookingId, quoteId } = await quoted('quoting')
    booker.desk.says('cancellation_quote', says({ amountMinor: 701, currency: 'EUR' }))
    expect((await cancel(bookingId, quoteId)).error.details).toMatchObject({
      reason: 'PENALTY_CHANGED',
      replacementQuote: { penalty: { amountMinor: 701 } },
    })
    // The client waits for the cancellation as well.
    expect(booker.desk.asked.at(-1)?.body.timeoutMs).toBe(4_000)
  })

  it('is refused where two living bookings have the same supplier’s id', async () => {
    const [one] = [await quoted(), await quoted()]
    expect(await cancel(one.bookingId, one.quoteId)).toMatchObject({ error: { code: 'PROVIDER_REFERENCE_AMBIGUOUS' } })
  })

  it('of somebody else’s booking is no reason to say that it exists', async () => {
    const { bookingId, quoteId } = await quoted()
    const input = { bookingId, cancellationQuoteId: quoteId }
    expect(await booker.gateway.cancelBooking(caller({ organizationId: THEIRS }), input, 'k')).toMatchObject({
      error: { code: 'BOOKING_NOT_FOUND' },
    })
  })
})
