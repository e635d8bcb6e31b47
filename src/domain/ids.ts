import { snakeCase } from './wire.ts'

/** Every kind of id that a client or an operator can see, with the prefix that it carries. */
export const ID_PREFIXES = {
  booking: 'ubk_',
  offer: 'off_',
  cancellationQuote: 'cq_',
  search: 'srch_',
  stream: 'stream_',
  option: 'opt_',
  bookingToken: 'bkt_',
  allocation: 'alc_',
  event: 'evt_',
  webhookEndpoint: 'whe_',
  webhookDelivery: 'whd_',
  cancellation: 'cxl_',
  request: 'req_',
  case: 'case_',
  room: 'room_',
  user: 'usr_',
  session: 'ses_',
  proposal: 'prop_',
  exchange: 'sxg_',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** The contract's field whose ids begin as `id` does; null for a text that is none of ours. */
export function fieldOfId(id: string): string | null {
  const kind = KINDS.find((one) => id.startsWith(ID_PREFIXES[one]))
  return kind === undefined ? null : fieldOfKind(kind)
}

const KINDS = Object.keys(ID_PREFIXES) as IdKind[]

/** The contract's name of the fields that hold ids of a kind. */
export function fieldOfKind(kind: IdKind): string {
  return kind === 'bookingToken' ? 'booking_token' : `${snakeCase(kind)}_id`
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ALPHABET = Array.from(LETTERS, (letter) => letter.charCodeAt(0))

/**
 * Creates the text in one piece. V8 stores a text that is concatenated letter by letter as a chain, which costs memory for as
 * long as the id is referenced.
 */
function base32(bytes: Uint8Array): string {
  const codes: number[] = []
  let bits = 0
  let held = 0
  function put(index: number): void {
    codes.push(ALPHABET[index & 31] ?? 0)
  }
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      put(held >>> bits)
      held &= (1 << bits) - 1
    }
  }
  if (bits > 0) put(held << (5 - bits))
  return String.fromCharCode(...codes)
}

/**
 * A new opaque id: the prefix, then 48 bits of time and 80 random bits in Crockford's base 32, so that ids sort by age in an
 * index and no id can be guessed from another. `randomBytes` must be cryptographic.
 */
export function newId(kind: IdKind, at: number, randomBytes: (size: number) => Uint8Array): string {
  const bytes = new Uint8Array(16)
  let rest = at
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(randomBytes(10), 6)
  return ID_PREFIXES[kind] + base32(bytes)
}

/** Characters of an id behind its prefix that have its time, the last of them together with random bits. */
const TIME_LENGTH = 10

/**
 * The lowest id, without its random part, that `newId` can make at a time, ms since 1970: every id of that time or later sorts behind
 * it, every earlier one before it. The database's `gateway_first_id` says the same.
 */
export function firstIdAt(kind: IdKind, at: number): string {
  return newId(kind, at, (size) => new Uint8Array(size)).slice(0, ID_PREFIXES[kind].length + TIME_LENGTH)
}

/** When `newId` made an id, or `firstIdAt` a bound, ms since 1970; null for a text that neither has made. */
export function timeOfId(id: string): number | null {
  const told = /_([0-9A-HJKMNP-TV-Z]{10})(?:[0-9A-HJKMNP-TV-Z]{16})?$/.exec(id)?.[1]
  if (told === undefined) return null
  return Math.floor(Array.from(told).reduce((value, letter) => value * 32 + LETTERS.indexOf(letter), 0) / 4)
}

/** A new id that does not tell its age, for stores that have no clock but the database's: the prefix and 100 random bits. */
export function newTimelessId(kind: IdKind, randomBytes: (size: number) => Uint8Array): string {
  return ID_PREFIXES[kind] + base32(randomBytes(13)).slice(0, 20)
}

/** True for a text that `newSupplierReference` may have made: other systems under the same contract have references of other forms. */
export function isSupplierReference(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(text)
}

/** The reference that is sent to a supplier: 20 random characters of `[A-Z0-9]`, unrelated to any of our ids. */
export function newSupplierReference(randomBytes: (size: number) => Uint8Array): string {
  return base32(randomBytes(13)).slice(0, 20)
}
