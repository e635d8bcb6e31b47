import { remembered } from './remembered.ts'

/** What a field may hold, by its name: only what is named here is kept as it was sent. */
export type FieldKind = 'PERSONAL' | 'ID' | 'TIME' | 'MONEY' | 'CODE' | 'TEXT' | 'OTHER'

/** Names without case and separators: `first_name` and `firstName` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
}

/** Credentials, people and what they pay with, wherever they are. */
const ALWAYS_PERSONAL =
  /^(.*(first|last|given|family|middle|full|sur|maiden|user|holder|guest|traveller|traveler|customer|contact)names?|surname|.*email.*|.*(telephone|phone|mobile|fax).*|.*birth.*|dob|.*(passport|identitydocument|documentnumber|nationalid).*|.*(password|passwd|secret|signature|authorization|authentication|apikey|privatekey|credential).*|.*(token|cookie|sessionid)|(card|creditcard|paymentcard).*|.*(cardnumber|cardholder)|cvv|cvc|pan|iban|bic|accountnumber|.*(customer|user|client|remote|traveller|guest)?ip(address)?|useragent)$/

/** Names that end in `ip` and are no address of anybody. */
const NOT_ADDRESSES = /(ship|membership|trip|zip|tip|clip)$/

/** Where calls about bookings have their people: all that is below is theirs. */
const PERSONAL_IN_BOOKINGS =
  /^(holders?|guests?|guestdata|pax|paxes|paxs|travell?ers?|customers?|users?|persons?|people|occupants?|clients?|contacts?|.*contact|address(es)?|.*address|ages?|childages|childrenages|gender|sex|title|payments?|cards?|bank.*|billing.*|payor|loyalty.*|member.*|invoic.*|.*(tax|vat|registration).*number|.*requests?|.*(remark|comment|note|instruction|message)s?toguest|.*remarks?|.*comments?|notes?|metadata|customtags|arrival.*|documents?|nationality|trader.*|legal.*)$/

const ID =
  /^(id|ids|hid|hids|hotel|hotels|.*(hotel|property|room|rate|bedgroup|order|itinerary|booking|prebook|offer|perk|roomtype|category|event|option|supplierbooking|confirmation|request|search|affiliatereference|region)ids?|.*(reference|confirmationcode|confirmationnumber)|.*hash|ratekey|.*(hotel|room|board|destination|zone|chain|promotion|error|facility|rate)?codes?)$/

const TIME =
  /^(check_?(in|out)(date|time|at)?|from(time)?|to|start(at|date)?|end(at|date)?|.*(created|modified|updated|cancelled|canceled|expires)(at|on)?|creationdate|cancel(time|date)|freecancellationbefore|.*deadline|expires|expiry|timestamp|dates?|datefrom|dateto)$/

const MONEY =
  /^(.*(amount|price|prices|net|total|totals|fee|fees|cost|charge|percent|percentage|commission|margin|quantity|allotment|count|tolerance|nights|adults|children|timeout|limit|pages|page).*|sellingrate|inclusive|exclusive|value|occupancy|occupancynumber|roomnumber)$/

const CODE = /^(.*currency.*|countrycode|country|language|locale|residency|sourcemarket|guestnationality|nationality)$/

/** What answers to searches describe hotels and rates in. */
const TEXT =
  /^(name|.*(room|rate|hotel|board|category|property|destination|zone|tax|bed|promotion|perk|amenity|facility)name|description|descriptive|meal|mealdata|value|board|boardtype|bed|beds|bedding|type|.*type|refundabletag|class|rateclass|category|amenities|valueadds|perks|paymenttypes?|unit|frequency|scope)$/

/** True for a field that describes a hotel or a rate in words. */
export const isDescriptive = remembered((name) => TEXT.test(plainName(name)))

/** Kinds in their order: the first that a name is of. */
const KINDS: readonly (readonly [FieldKind, RegExp])[] = [
  ['CODE', CODE],
  ['ID', ID],
  ['TIME', TIME],
  ['MONEY', MONEY],
]

const kindOfBooking = remembered((name) => findKind(name, true))
const kindElsewhere = remembered((name) => findKind(name, false))

/** `isOfBooking`: the call is about a booking, where people may be anywhere. */
export function kindOf(name: string, isOfBooking: boolean): FieldKind {
  return isOfBooking ? kindOfBooking(name) : kindElsewhere(name)
}

function findKind(name: string, isOfBooking: boolean): FieldKind {
  const plain = plainName(name)
  if (ALWAYS_PERSONAL.test(plain) && !NOT_ADDRESSES.test(plain)) return 'PERSONAL'
  if (isOfBooking && PERSONAL_IN_BOOKINGS.test(plain)) return 'PERSONAL'
  const kind = KINDS.find(([, pattern]) => pattern.test(plain))?.[0]
  if (kind) return kind
  return !isOfBooking && TEXT.test(plain) ? 'TEXT' : 'OTHER'
}
