import { toDecimal } from '../../../domain/money.ts'
import { HOUR_MS, SECOND_MS } from '../../../domain/time.ts'
import { chance, hash32 } from '../../catalogue/hash.ts'
import { behaviourOf, scenarioOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, textOf } from '../json-body.ts'
import type { Json } from '../state.ts'
import { bookPastUs, waitingError, writtenDown } from '../stock/alter.ts'
import { BOOKING, loadBooking, newBooking, numberOf, type StoredBooking, toRecord } from '../stock/booking.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { isGuestsAddress, type SandboxContract, TEST_HOTEL } from './contracts.ts'
import { faultOf } from './finish-faults.ts'
import { type HashedRate, RATEHAWK } from './hash.ts'
import { notificationOf } from './notification.ts'
import { readRate } from './prebook.ts'
import { done, invalidParams, refused } from './reply.ts'

/** The record of an order form: it shows that a reference was used, and for which rate. */
const FORM = 'form'
/** The rates of which one order form was refused as used before. */
const CALLED_USED = 'form-called-used'
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

function hotelOf({ offer }: HashedRate): string {
  return offer.property.listing.supplierHotelId
}

/** Error codes after which the form exists all the same: the reference is used up, and nobody was told. */
const LOST_WORDS: readonly string[] = ['timeout', 'unknown']

/** `POST /hotel/order/booking/form/`: uses up the reference, which can never be used again. */
export async function openForm(deps: SandboxDeps, raw: unknown, contract: SandboxContract): Promise<SandboxReply> {
  const { partner_order_id: id, book_hash: hash, language, user_ip: ip } = fieldsOf(raw)
  if (!isReference(id)) return invalidParams(deps, 'invalid partner_order_id')
  if (textOf(language) === '' || textOf(ip) === '') return invalidParams(deps, 'language and user_ip are required')
  if (contract.needsGuestsAddress && !isGuestsAddress(textOf(ip))) return invalidParams(deps, 'invalid user_ip')
  return openFormOf(deps, { reference: textOf(id), hash: textOf(hash), contract })
}

type FormRequest = { readonly reference: string; readonly hash: string; readonly contract: SandboxContract }

async function openFormOf(deps: SandboxDeps, { reference, hash, contract }: FormRequest): Promise<SandboxReply> {
  const rate = readRate(deps, 'p', hash) ?? readRate(deps, 'h', hash)
  if (!rate) return refused(deps, 'rate_not_found')
  if (contract.testHotelOnly && hotelOf(rate) !== TEST_HOTEL) return refused(deps, 'sandbox_restriction')
  const waiting = await waitingError(deps, hotelOf(rate), 'book_form')
  if (waiting !== null && !LOST_WORDS.includes(waiting)) return refused(deps, waiting)
  if (await isCalledUsed(deps, rate, hash)) return refused(deps, 'double_booking_form')
  const form = { hash: hash, openedAt: deps.clock.now() }
  if (!(await deps.state.create(FORM, reference, form)))
    return refused(deps, (await loadBooking(deps, reference)) ? 'duplicate_reservation' : 'double_booking_form')
  return waiting === null ? done(deps, formView(deps, reference, rate)) : refused(deps, waiting)
}

/** True for the first form of a rate, in hotels where the supplier makes this mistake. */
async function isCalledUsed({ state }: SandboxDeps, rate: HashedRate, hash: string): Promise<boolean> {
  const isAwkward = behaviourOf(RATEHAWK, hotelOf(rate)).orderForm === 'USED_ONCE'
  return isAwkward && state.create(CALLED_USED, hash, {})
}

/** In every fifth ordinary hotel the guests' gender has to be told; every third offers to come early. */
function formView({ stock }: SandboxDeps, reference: string, rate: HashedRate): object {
  const hid = hotelOf(rate)
  const isAwkward = stock !== 'plain' && !scenarioOf(RATEHAWK, hid)
  return {
    order_id: orderIdOf(reference),
    partner_order_id: reference,
    item_id: orderIdOf(`item:${reference}`),
    payment_types: [
      {
        ...amountOf(rate),
        is_need_credit_card_data: false,
        is_need_cvc: false,
        type: rate.sale === 'at_hotel' ? 'hotel' : 'deposit',
        recommended_price: null,
      },
    ],
    is_gender_specification_required: isAwkward && needsGender(hid),
    upsell_data: isAwkward ? upsellsOf(reference, rate) : [],
  }
}

/** What the form offers beside the rooms. */
function upsellsOf(reference: string, rate: HashedRate) {
  if (!chance(hash32('ratehawk-upsell', hotelOf(rate)), 333)) return []
  return [
    {
      name: 'early_checkin',
      uid: String(orderIdOf(`upsell:${reference}`)),
      charge_price: { amount: '20.00', currency_code: rate.offer.property.listing.currency },
      data: { checkin_time: '10:00:00' },
    },
  ]
}

function needsGender(supplierHotelId: string): boolean {
  return chance(hash32('ratehawk-gender', supplierHotelId), 200)
}

/** `POST /hotel/order/booking/finish/`: starts the booking. A second call has no further effect. */
export async function startBooking(deps: SandboxDeps, raw: unknown, contract: SandboxContract): Promise<SandboxReply> {
  const body = fieldsOf(raw)
  const nowAt = deps.clock.now()
  const reference = textOf(fieldsOf(body['partner'])['partner_order_id'])
  const form = fieldsOf(await deps.state.get(FORM, reference))
  if (textOf(form['hash']) === '' || Number(form['openedAt']) + FORM_LIFE_MS <= nowAt)
    return refused(deps, 'booking_form_expired')
  const rate = readRate(deps, 'p', textOf(form['hash'])) ?? readRate(deps, 'h', textOf(form['hash']))
  if (!rate) return refused(deps, 'book_hash_not_found')
  const hid = hotelOf(rate)
  const isAwkward = deps.stock !== 'plain' && !scenarioOf(RATEHAWK, hid)
  const fault =
    faultOf(body, {
      contract,
      isGendered: isAwkward && needsGender(hid),
      due: amountOf(rate),
      parties: rate.request.parties,
      checkInDate: rate.request.checkInDate,
      upsells: new Map(isAwkward ? upsellsOf(reference, rate).map(({ uid, name }) => [uid, name]) : []),
    }) ?? (await waitingError(deps, hid, 'book'))
  if (fault) return fault.startsWith('invalid ') ? invalidParams(deps, fault) : refused(deps, fault)
  const behaviour = behaviourOf(RATEHAWK, hid)
  if (behaviour.book === 'REQUEST_LOST') return { ...done(deps, null), lost: true }
  const booking = await writtenDown(deps, RATEHAWK, toStored(body, reference, { rate, nowAt }))
  if (!(await deps.state.create(BOOKING, reference, toRecord(booking)))) return refused(deps, 'double_booking_finish')
  await bookPastUs(deps, RATEHAWK, { booking, id: (one) => one })
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
