import { expect } from 'vitest'
import type { Json } from './http-client.ts'
import { stay } from './journey.ts'
import {
  cancelledAt,
  changed,
  compareBooks,
  confirmed,
  failed,
  GIVEN_UP_AFTER_S,
  hasDiscrepancies,
  hasOrphan,
  heldAndConfirmed,
  isFree,
  LOOKED_AT_AGAIN_S,
  lapses,
  MINUTE_S,
  onlyRoomOnly,
  pricedIn,
  refundableLate,
  unconfirmable,
  type Walk,
  withoutRooms,
  withoutServiceRoom,
} from './scenario-steps.ts'
import { until } from './until.ts'
import {
  becomes,
  bookedToEnd,
  cancelConfirmed,
  cancelled,
  confirm,
  endsAs,
  held,
  inSeconds,
  offerAndBook,
  optionsInFull,
  prebooked,
  reaches,
} from './walker.ts'

/** What a partner does at each scenario hotel, and how it ends there: docs/guides/sandbox.md, row by row. */
export const SCENARIO_WALKS: Readonly<Record<string, Walk>> = {
  confirm: confirmed,
  async: confirmed,
  hold: async (walker) => {
    const booking = await held(walker)
    await confirm(walker, booking)
    await cancelled(walker, booking, 'NO_CHARGE')
  },
  'hold-short': async (walker) => {
    const { booking_id: id, status } = await offerAndBook(walker, 'HOLD')
    expect(status).toBe('AWAITING_REVIEW')
    await walker.http.post(`/hotels/book/${id}/review`, { decision: 'APPROVE' }, { 'idempotency-key': `review-${id}` })
    await confirm(walker, await reaches(walker, id, 'ON_HOLD'))
    endsAs(walker, id, { status: 'CONFIRMED', through: ['AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CONFIRMED'] })
  },
  'hold-refused': async (walker) => {
    const booking = await held(walker)
    await confirm(walker, booking)
    endsAs(walker, booking.booking_id, {
      status: 'CONFIRMED',
      through: ['ON_HOLD', 'PROCESSING', 'ON_HOLD', 'CONFIRMED'],
    })
  },
  'hold-timeout': heldAndConfirmed,
  'hold-lapses': async (walker) => lapses(walker, await held(walker)),
  'price-changed': async (walker) => {
    const { changes } = await changed(walker, 'PRICE_CHANGED')
    expect(changes.map(({ path }: Json) => path)).toContain('price.total.amount_minor')
  },
  'sold-out': async (walker) => {
    expect(await prebooked(walker)).toMatchObject({ status: 'SOLD_OUT', offer: null })
  },
  refused: failed,
  'book-timeout': confirmed,
  'book-lost': async (walker) => {
    const { booking_id: id } = await offerAndBook(walker)
    endsAs(walker, id, { status: 'PROCESSING', never: ['CONFIRMED', 'FAILED'], isAtSupplier: false })
    await inSeconds(walker, GIVEN_UP_AFTER_S, () =>
      until(
        'it to be a person’s',
        async () => (await walker.partner.booking(id)).processing_reason === 'MANUAL_REVIEW_REQUIRED',
        120_000,
      ),
    )
  },
  slow: (walker) => withoutRooms(walker, ({ event_type: type, reason }) => type === 'done' && reason === 'DEADLINE'),
  'no-price': (walker) => withoutRooms(walker, ({ event_type: type }) => type === 'provider_options'),
  'supplier-error': (walker) => withoutRooms(walker, ({ event_type: type }) => type === 'provider_error'),
  'cancel-free': cancelledAt('NO_CHARGE'),
  'cancel-penalty': cancelledAt('KNOWN'),
  'cancel-unknown': cancelledAt('UNKNOWN'),
  'cancel-boundary': async (walker) => {
    const id = await confirmed(walker)
    const quote = await walker.http.post(`/hotels/book/${id}/cancellation-quote`)
    // A failover on a busy machine may take longer than the two minutes.
    if (quote.body.data.penalty_status === 'KNOWN') return cancelConfirmed(walker, id, 'KNOWN')
    expect(quote.body.data).toMatchObject({ penalty_status: 'NO_CHARGE' })
    await inSeconds(walker, LOOKED_AT_AGAIN_S, async () => {
      const late = await walker.partner.cancel(id, quote.body.data.quote_id, `late-${id}`)
      expect(late).toMatchObject({ code: 'CANCELLATION_QUOTE_INVALID' })
      await cancelConfirmed(walker, id, 'KNOWN')
    })
  },
  'cancel-timeout': cancelledAt('NO_CHARGE'),
  'cancel-unsupported': async (walker) => {
    const id = await confirmed(walker)
    expect(await walker.partner.quote(id)).toMatchObject({ code: 'PROVIDER_OPERATION_NOT_SUPPORTED' })
  },
  'unmapped-room': withoutServiceRoom,
  'ambiguous-room': withoutServiceRoom,
  'conflict-room': withoutServiceRoom,
  'mapping-pending': unconfirmable('HOTEL_MAPPING_CHECK_PENDING'),
  'mapping-unverified': unconfirmable('HOTEL_MAPPING_UNVERIFIED'),
  jpy: pricedIn('JPY', 0),
  kwd: pricedIn('KWD', 3),
  'refundable-late': refundableLate,
  'refundable-late-hotelbeds': refundableLate,
  'refundable-late-ratehawk': refundableLate,
  'refundable-late-liteapi': refundableLate,
  'non-refundable': async (walker) => {
    expect((await optionsInFull(walker)).filter(isFree)).toEqual([])
    await confirmed(walker)
  },
  'charged-more': async (walker) => {
    const id = await confirmed(walker)
    await inSeconds(walker, LOOKED_AT_AGAIN_S, () => hasDiscrepancies(walker, id, 'price.total'))
  },
  'cancelled-by-hotel': async (walker) => {
    const id = await confirmed(walker)
    await inSeconds(walker, LOOKED_AT_AGAIN_S, async () => {
      await reaches(walker, id, 'CANCELLED')
      const { cancellation } = (await walker.http.get(`/hotels/book/${id}`)).body.data
      expect(cancellation).toMatchObject({ cause: 'CANCELLED_BY_HOTEL' })
      endsAs(walker, id, { status: 'CANCELLED', through: ['CONFIRMED', 'CANCELLED'] })
    })
  },
  'min-stay-3': async (walker) => {
    const said = { code: 'MINIMUM_STAY', limit: 3 }
    await withoutRooms(
      walker,
      ({ unavailable_reason: why }) => why?.code === said.code && why.limit === said.limit,
      stay(60, 2),
    )
    await confirmed(walker)
  },
  substitute: (walker) => changed(walker, 'TERMS_CHANGED'),
  'checkin-special': async (walker) => {
    for (const { instructions } of await optionsInFull(walker)) expect(instructions.special).toBeTruthy()
    const { body } = await walker.http.get(`/hotels/book/${await confirmed(walker)}/details`)
    expect(body.data.instructions.special).toBeTruthy()
  },
  'test-hotel': confirmed,
  'form-duplicate': confirmed,
  'async-late': async (walker) => {
    const { booking_id: id } = await offerAndBook(walker)
    const created = (await walker.http.get(`/hotels/book/${id}`)).body.data.created_at
    const cutOff = Date.parse(created) + 5 * MINUTE_S * 1_000
    walker.ledger.later.push({ at: cutOff + 3_000, act: () => becomes(walker, id, 'FAILED') })
    walker.ledger.later.push({ at: cutOff + 60 * MINUTE_S * 1_000, act: () => becomes(walker, id, 'CONFIRMED') })
    endsAs(walker, id, { status: 'CONFIRMED', through: ['PROCESSING', 'FAILED', 'PROCESSING', 'CONFIRMED'] })
  },
  'crashed-after-finish': confirmed,
  orphan: hasOrphan,
  'moved-dates': async (walker) => {
    const id = await confirmed(walker)
    await inSeconds(walker, 0, async () => {
      await compareBooks(walker, 'liteapi')
      await hasDiscrepancies(walker, id, 'stay.check_in', 'stay.check_out')
    })
  },
  'one-key-sold-out': async (walker) => {
    const rooms = [{ adults: 2 }, { adults: 2, child_ages: [7] }]
    const [both] = await optionsInFull(walker, { rooms })
    expect(await walker.partner.prebook(both?.booking_token)).toMatchObject({ status: 'SOLD_OUT' })
    await confirmed(walker)
  },
  'hold-unflagged': async (walker) => {
    const booked = await offerAndBook(walker, 'HOLD')
    await bookedToEnd(walker, booked, { never: ['ON_HOLD', 'AWAITING_REVIEW'] })
  },
  'property-collect': onlyRoomOnly,
  'package-leak': onlyRoomOnly,
  'damage-deposit': async (walker) => {
    const { offer } = await changed(walker, 'TERMS_CHANGED')
    expect(offer.payment.deposits).toMatchObject([{ amount: { amount_minor: 30_000, currency: 'USD' } }])
  },
  'no-vat': async (walker) => {
    const { body } = await walker.http.get(`/hotels/book/${await confirmed(walker)}/details`)
    expect(body.data.voucher).toBeNull()
  },
  group: failed,
  'gone-repeat': failed,
}

/** The scenarios that wait for something in real time, which are begun first. */
export const LONG_SCENARIOS: readonly string[] = [
  'slow',
  'book-timeout',
  'hold-timeout',
  'cancel-timeout',
  'book-lost',
  'crashed-after-finish',
  'hold-unflagged',
]
