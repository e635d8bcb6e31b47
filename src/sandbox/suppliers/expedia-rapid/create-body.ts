import { fieldsOf, listOf, parseJson, textOf } from '../json-body.ts'
import type { Json } from '../state.ts'
import { fault } from './body-fault.ts'
import { invoiceFaults, loyaltyFaults } from './invoice-faults.ts'
import type { InputFault } from './reply.ts'

/** A valid create request. */
export type CreateBody = {
  readonly affiliateReferenceId: string | null
  readonly hold: boolean
  readonly email: string
  readonly phone: Json
  readonly billingContact: Json
  readonly rooms: readonly {
    readonly givenName: string
    readonly familyName: string
    readonly smoking: boolean
    readonly specialRequest: string | null
  }[]
}

const PAYMENT_TYPES = ['corporate_card', 'customer_card', 'virtual_card', 'affiliate_collect']
const MAX_NAME = 60
const MAX_REQUEST = 5_000

type Fields = Readonly<Record<string, unknown>>

function isName(value: unknown): boolean {
  const name = textOf(value)
  return /\S/.test(name) && name.length <= MAX_NAME && !/\p{M}{5}/u.test(name)
}

function roomFaults(rooms: readonly unknown[], roomCount: number): InputFault[] {
  if (rooms.length !== roomCount)
    return [
      fault('rooms', rooms.length === 0 ? undefined : String(rooms.length), `rooms must list ${roomCount} rooms.`),
    ]
  return rooms
    .map(fieldsOf)
    .flatMap((room, index) => [
      ...(isName(room.given_name)
        ? []
        : [fault(`rooms.${index}.given_name`, room.given_name, 'A given name is required.')]),
      ...(isName(room.family_name)
        ? []
        : [fault(`rooms.${index}.family_name`, room.family_name, 'A family name is required.')]),
      ...(textOf(room.special_request).length <= MAX_REQUEST
        ? []
        : [fault(`rooms.${index}.special_request`, room.special_request, 'The special request is too long.')]),
      ...loyaltyFaults(room, index),
    ])
}

function paymentFaults(payment: Fields, index: number): InputFault[] {
  const contact = fieldsOf(payment.billing_contact)
  const country = fieldsOf(contact.address).country_code
  const at = `payments.${index}`
  return [
    ...(PAYMENT_TYPES.includes(textOf(payment.type))
      ? []
      : [fault(`${at}.type`, payment.type, 'Unknown payment type.')]),
    ...(isName(contact.given_name) && isName(contact.family_name)
      ? []
      : [fault(`${at}.billing_contact`, payment.billing_contact, 'The billing contact needs a name.')]),
    ...(/^[A-Z]{2}$/.test(textOf(country))
      ? []
      : [fault('address.country_code', country, 'Address country code is invalid.')]),
    ...addressFaults(contact, textOf(country)),
  ]
}

/** The countries in which each part of the billing address is mandatory. */
const MANDATORY: Readonly<Record<string, readonly string[]>> = {
  state_province_code: ['AU', 'CA', 'US'],
  postal_code: ['CA', 'GB', 'US'],
}

function addressFaults(contact: Fields, country: string): InputFault[] {
  const address = fieldsOf(contact.address)
  const missing = Object.entries(MANDATORY)
    .filter(([name, countries]) => countries.includes(country) && !/\S/.test(textOf(address[name])))
    .map(([name]) => fault(`payments.billing_contact.address.${name}`, undefined, `${name} is required in ${country}.`))
  // Characters outside of ISO-8859-1 are refused.
  const isLatin = /^[\x20-\x7e\xa0-\xff]*$/.test(JSON.stringify(contact))
  return isLatin
    ? missing
    : [...missing, fault('payments.billing_contact', contact, 'The billing contact must be in ISO-8859-1.')]
}

function contactFaults(body: Fields): InputFault[] {
  const phone = fieldsOf(body.phone)
  return [
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(body.email))
      ? []
      : [fault('email', body.email, 'Customer email address is invalid.')]),
    ...(/^\d{1,3}$/.test(textOf(phone.country_code))
      ? []
      : [fault('phone.country_code', phone.country_code, 'Phone country code is invalid.')]),
    ...(/^\d{4,15}$/.test(textOf(phone.number))
      ? []
      : [fault('phone.number', phone.number, 'Phone number is invalid.')]),
  ]
}

function referenceFaults(reference: unknown): InputFault[] {
  return reference === undefined || (/^[^<>()&]{3,28}$/.test(textOf(reference)) && typeof reference === 'string')
    ? []
    : [fault('affiliate_reference_id', reference, 'The affiliate reference id must have 3 to 28 allowed characters.')]
}

/** Reads the body of `POST /v3/itineraries` for `roomCount` rooms. When there are faults, `body` must not be used. */
export function parseCreateBody(text: string, roomCount: number): { body: CreateBody; faults: InputFault[] } {
  const body = fieldsOf(parseJson(text))
  const rooms = listOf(body.rooms)
  const payments = listOf(body.payments).map(fieldsOf)
  const faults = [
    ...contactFaults(body),
    ...referenceFaults(body.affiliate_reference_id),
    ...(body.hold === undefined || typeof body.hold === 'boolean'
      ? []
      : [fault('hold', body.hold, 'hold is a boolean.')]),
    ...roomFaults(rooms, roomCount),
    ...(payments.length > 0 ? [] : [fault('payments', undefined, 'payments is required.')]),
    ...payments.flatMap(paymentFaults),
    ...invoiceFaults(body),
  ]
  return { faults, body: toCreateBody(body, rooms.map(fieldsOf), payments) }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '(': '&#40;',
  ')': '&#41;',
  '&': '&amp;',
}

/** Rapid keeps these characters as entities, so that they come back changed. */
function encoded(text: string): string {
  return text.replace(/[<>()&]/g, (char) => ENTITIES[char] ?? char)
}

function toCreateBody(body: Fields, rooms: readonly Fields[], payments: readonly Fields[]): CreateBody {
  return {
    affiliateReferenceId: textOf(body.affiliate_reference_id) || null,
    hold: body.hold === true,
    email: textOf(body.email),
    // Both values came out of JSON.parse.
    phone: (body.phone ?? null) as Json,
    billingContact: (payments[0]?.billing_contact ?? null) as Json,
    rooms: rooms.map((room) => ({
      givenName: encoded(textOf(room.given_name)),
      familyName: encoded(textOf(room.family_name)),
      smoking: room.smoking === true,
      specialRequest: encoded(textOf(room.special_request)) || null,
    })),
  }
}
