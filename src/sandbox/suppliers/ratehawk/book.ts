import { toDecimal } from '../../../domain/money.ts'
import { HOUR_MS, SECOND_MS } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import type { Json } from '../state.ts'
import { writtenDown } from '../stock/alter.ts'
import { BOOKING, loadBooking, newBooking, numberOf, type StoredBooking, toRecord } from '../stock/booking.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { type HashedRate, RATEHAWK } from './hash.ts'
import { notificationOf } from './notification.ts'
import { readRate } from './prebook.ts'
import { done, invalidParams, refused } from './reply.ts'

/** The record of an order form: it shows that a reference was used, and for which rate. */
const FORM = 'form'
const FORM_LIFE_MS = HOUR_MS

/** How long it takes until an ordinary booking is confirmed. */
const CONFIRMS_AFTER_MS = SECOND_MS

export function orderIdOf(reference: string): number {
  return Number(numberOf(reference, 9))
}

function isReference(value: unknown): boolean {
  return textOf(value).length >= 3 && textOf(value).length <= 256
}

function amountOf({ offer }: HashedRate): { amount: string; currency_code: string } {
  const currency = offer.property.listing.currency
  return { amount: toDecimal({ amountMinor: allRoomsMinor(offer.prices), currency }), currency_code: currency }
}

/** `POST /hotel/order/booking/form/`: uses up the reference, which can never be used again. */
export async function openForm(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const { partner_order_id: id, book_hash: hash, language, user_ip: ip } = fieldsOf(raw)
  if (!isReference(id)) return invalidParams(deps, 'invalid partner_order_id')
  if (textOf(language) === '' || textOf(ip) === '') return invalidParams(deps, 'language and user_ip are required')
  const rate = readRate(deps, 'p', textOf(hash)) ?? readRate(deps, 'h', textOf(hash))
  if (!rate) return refused(deps, 'rate_not_found')
  const reference = textOf(id)
  const form = { hash: textOf(hash), openedAt: deps.clock.now() }
  if (!(await deps.state.create(FORM, reference, form)))
    return refused(deps, (await loadBooking(deps, reference)) ? 'duplicate_reservation' : 'double_booking_form')
  return done(deps, {
    order_id: orderIdOf(reference),
    partner_order_id: reference,
    item_id: orderIdOf(`item:${reference}`),
    payment_types: [
      {
        ...amountOf(rate),
        is_need_credit_card_data: false,
        is_need_cvc: false,
        type: 'deposit',
        recommended_price: null,
      },
    ],
    is_gender_specification_required: false,
    upsell_data: [],
  })
}

/** `POST /hotel/order/booking/finish/`: starts the booking. A second call has no further effect. */
export async function startBooking(deps: SandboxDeps, raw: unknown): Promise<SandboxReply> {
  const body = fieldsOf(raw)
  const nowAt = deps.clock.now()
  const reference = textOf(fieldsOf(body['partner'])['partner_order_id'])
  const form = fieldsOf(await deps.state.get(FORM, reference))
  if (textOf(form['hash']) === '' || Number(form['openedAt']) + FORM_LIFE_MS <= nowAt)
    return refused(deps, 'booking_form_expired')
  const rate = readRate(deps, 'p', textOf(form['hash'])) ?? readRate(deps, 'h', textOf(form['hash']))
  if (!rate) return refused(deps, 'book_hash_not_found')
  const fault = faultOf(body, rate)
  if (fault) return fault.startsWith('invalid') ? invalidParams(deps, fault) : refused(deps, fault)
  const behaviour = behaviourOf(RATEHAWK, rate.offer.property.listing.supplierHotelId)
  if (behaviour.book === 'REQUEST_LOST') return { ...done(deps, null), lost: true }
  const booking = await writtenDown(deps, RATEHAWK, toStored(body, reference, { rate, nowAt }))
  if (!(await deps.state.create(BOOKING, reference, toRecord(booking)))) return refused(deps, 'double_booking_finish')
  return {
    ...done(deps, null),
    lost: behaviour.book === 'ANSWER_LOST',
    notify: notificationOf(booking, { nowAt, realNowAt: deps.realNow() }),
  }
}

function toStored(
  body: Readonly<Record<string, unknown>>,
  reference: string,
  { rate: { offer, request }, nowAt }: { readonly rate: HashedRate; readonly nowAt: number },
): StoredBooking {
  const { book, confirmsAfterMs } = behaviourOf(RATEHAWK, offer.property.listing.supplierHotelId)
  return newBooking({
    id: reference,
    reference,
    lines: [{ offer, parties: request.parties }],
    stay: request,
    // The values came out of JSON.parse.
    people: { user: body['user'], rooms: body['rooms'] } as unknown as Json,
    nowAt,
    confirmsAt: nowAt + (book === 'ASYNC' ? confirmsAfterMs : CONFIRMS_AFTER_MS),
    ...(book === 'REFUSED' ? { failure: 'soldout' } : {}),
  })
}

function sorted(ages: readonly number[]): string {
  return [...ages].sort((a, b) => a - b).join()
}

function isName(value: unknown): boolean {
  return textOf(value).length >= 1 && textOf(value).length <= 50
}

/** RateHawk's error code for an invalid request; null for a valid one. */
function faultOf(body: Readonly<Record<string, unknown>>, rate: HashedRate): string | null {
  const user = fieldsOf(body['user'])
  const payment = fieldsOf(body['payment_type'])
  const rooms = listOf(body['rooms']).map((room) => listOf(fieldsOf(room)['guests']).map(fieldsOf))
  const due = amountOf(rate)
  if (!textOf(user['email']).includes('@')) return 'email'
  if (textOf(user['phone']).length < 5 || textOf(user['phone']).length > 35) return 'invalid user.phone'
  if (textOf(body['language']) === '') return 'invalid language'
  if (
    payment['type'] !== 'deposit' ||
    payment['amount'] !== due.amount ||
    payment['currency_code'] !== due.currency_code
  )
    return 'chosen_payment_type_was_not_available_on_booking_form'
  if (rooms.length !== rate.request.parties.length) return 'incorrect_rooms_number'
  const isWrong = rooms.some((guests, index) => {
    const ages = guests.filter(({ is_child: isChild }) => isChild === true).map(({ age }) => Number(age))
    const wanted = rate.request.parties[index]?.childAges ?? []
    const isLed = guests.some((guest) => isName(guest['first_name']) && isName(guest['last_name']))
    return !isLed || sorted(ages) !== sorted(wanted)
  })
  return isWrong ? 'incorrect_guests_number' : null
}
