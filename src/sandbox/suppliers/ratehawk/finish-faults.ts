import type { Occupancy } from '../../../domain/occupancy.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import type { SandboxContract } from './contracts.ts'

type Fields = Readonly<Record<string, unknown>>

type Expected = {
  readonly contract: SandboxContract
  /** True: every guest has a gender. */
  readonly isGendered: boolean
  readonly due: { readonly amount: string; readonly currency_code: string }
  readonly parties: Occupancy
  readonly checkInDate: string
  /** What the form offered beside the rooms, by uid. */
  readonly upsells: ReadonlyMap<string, string>
}

function sorted(ages: readonly number[]): string {
  return [...ages].sort((a, b) => a - b).join()
}

/** Unicode letters, spaces, and four marks; no digits, and no towers of combining marks. */
function isName(value: unknown): boolean {
  return /^[\p{L}\p{M} ',.-]{1,50}$/u.test(textOf(value)) && !/\p{M}{5}/u.test(textOf(value))
}

function isPhone(value: unknown): boolean {
  return textOf(value).length >= 5 && textOf(value).length <= 35
}

/** RateHawk's error code for an invalid start of a booking; null for a valid one. `invalid …` is a fault of the form of the request. */
export function faultOf(body: Fields, expected: Expected): string | null {
  return (
    contactFault(body, expected.contract) ??
    paymentFault(body, expected) ??
    guestsFault(body, expected) ??
    arrivalFault(body, expected) ??
    upsellFault(body, expected)
  )
}

function contactFault(body: Fields, { corporateEmail, needsSupplierData }: SandboxContract): string | null {
  const user = fieldsOf(body['user'])
  const booker = body['supplier_data']
  const email = textOf(user['email'])
  if (!email.includes('@') || (corporateEmail !== null && email !== corporateEmail)) return 'email'
  if (!isPhone(user['phone'])) return 'invalid user.phone'
  if (textOf(body['language']) === '') return 'invalid language'
  if (booker === undefined) return needsSupplierData ? 'supplier_data_required' : null
  const told = fieldsOf(booker)
  const isWhole = isName(told['first_name_original']) && isName(told['last_name_original']) && isPhone(told['phone'])
  return isWhole && textOf(told['email']).includes('@') ? null : 'invalid supplier_data'
}

function paymentFault(body: Fields, { due }: Expected): string | null {
  const payment = fieldsOf(body['payment_type'])
  const timeout = body['book_timeout']
  if (timeout !== undefined && !(Number(timeout) >= 10 && Number(timeout) <= 600)) return 'invalid book_timeout'
  return payment['type'] === 'deposit' &&
    payment['amount'] === due.amount &&
    payment['currency_code'] === due.currency_code
    ? null
    : 'chosen_payment_type_was_not_available_on_booking_form'
}

function guestsFault(body: Fields, { parties, isGendered }: Expected): string | null {
  const rooms = listOf(body['rooms']).map((room) => listOf(fieldsOf(room)['guests']).map(fieldsOf))
  if (rooms.length !== parties.length) return 'incorrect_rooms_number'
  const guests = rooms.flat()
  const names = guests
    .flatMap((guest) => [guest['first_name'], guest['last_name']])
    .filter((name) => name !== undefined)
  if (!names.every(isName)) return 'invalid rooms.guests: a name'
  if (isGendered && !guests.every(({ gender }) => ['male', 'female', 'unknown'].includes(textOf(gender))))
    return 'invalid rooms.guests: a gender is missing'
  const isWrong = rooms.some((inRoom, index) => {
    const ages = inRoom.filter(({ is_child: isChild }) => isChild === true).map(({ age }) => Number(age))
    const isLed = inRoom.some((guest) => isName(guest['first_name']) && isName(guest['last_name']))
    return !isLed || sorted(ages) !== sorted(parties[index]?.childAges ?? [])
  })
  return isWrong ? 'incorrect_guests_number' : null
}

/** The time of arrival, where it is told, is one of the day of arrival. */
function arrivalFault({ arrival_datetime: told }: Fields, { checkInDate }: Expected): string | null {
  if (told === undefined) return null
  if (!/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(textOf(told))) return 'invalid arrival_datetime'
  return textOf(told).startsWith(`${checkInDate}T`) ? null : 'arrival_date_differs_from_checkin_date'
}

/** Only what the form offered can be chosen, each at most once. */
function upsellFault({ upsell_data: chosen }: Fields, { upsells }: Expected): string | null {
  if (chosen === undefined) return null
  const wanted = listOf(chosen).map(fieldsOf)
  if (!wanted.every(({ uid }) => upsells.has(textOf(uid)))) return 'invalid_upsell_uid'
  const isOffered = wanted.every(({ uid, name }) => upsells.get(textOf(uid)) === name)
  return isOffered && new Set(wanted.map(({ uid }) => uid)).size === wanted.length ? null : 'invalid_upsell_attributes'
}
