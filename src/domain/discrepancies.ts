import { type Money, toDecimal } from './money.ts'
import type { Stay } from './stay.ts'
import type { CalendarDate, Instant } from './time.ts'

export type PersonName = { readonly givenName: string; readonly familyName: string }

/** What was agreed with the partner, in the parts that a supplier's record may tell too. */
export type Agreement = {
  readonly total: Money
  readonly stay: Stay
  readonly rooms: number
  /** Everybody whose name the supplier was sent, the holder among them; null when the names are no longer stored. */
  readonly people: readonly PersonName[] | null
  /** How many guests have no name here, so that the supplier may call them as it likes. */
  readonly unnamedGuests: number
}

/** The same as the supplier's record tells it; null where it tells nothing. */
export type RecordedAgreement = {
  readonly charged: Money | null
  readonly checkInDate: CalendarDate | null
  readonly checkOutDate: CalendarDate | null
  readonly rooms: number | null
  readonly guests: readonly PersonName[] | null
}

/** The parts of a booking that are compared, by their places in the contract's booking details. */
export const COMPARED_PATHS = ['price.total', 'stay.check_in', 'stay.check_out', 'allocations', 'guests'] as const
type ComparedPath = (typeof COMPARED_PATHS)[number]

/** Where a booking can differ from its supplier's record; `status`: the supplier no longer knows it. */
export const DISCREPANCY_PATHS = ['status', ...COMPARED_PATHS] as const
export type DiscrepancyPath = (typeof DISCREPANCY_PATHS)[number]

/**
 * A part in which the supplier's record differs from what was agreed. Both sides are text: money as `429.63 USD`, dates as they
 * are, `allocations` as the number of rooms, and guests as initials at the most, because names are stored sealed and nowhere else.
 */
type Difference = { readonly path: DiscrepancyPath; readonly ours: string; readonly theirs: string }

/** A difference with the time at which it was first seen. */
export type Discrepancy = Difference & { readonly foundAt: Instant }

/** One compared part; `theirs` is null where the record tells nothing that can be compared. */
type Comparison = {
  readonly path: ComparedPath
  readonly ours: string
  readonly theirs: string | null
  readonly same: boolean
}

/** Every part in which the record differs. What the record does not tell is no difference. Pure and total. */
export function discrepanciesOf(agreed: Agreement, record: RecordedAgreement): Difference[] {
  return compareAll(agreed, record).flatMap(({ path, ours, theirs, same }) =>
    theirs === null || same ? [] : [{ path, ours, theirs }],
  )
}

/**
 * The booking's discrepancies after a record was read: a known one keeps its time, one that the record now contradicts is gone,
 * and one of which the record tells nothing stays.
 */
export function updatedDiscrepancies(
  known: readonly Discrepancy[],
  { agreed, record, now }: { readonly agreed: Agreement; readonly record: RecordedAgreement; readonly now: Instant },
): Discrepancy[] {
  return compareAll(agreed, record).flatMap(({ path, ours, theirs, same }) => {
    const before = known.find((one) => one.path === path)
    if (theirs === null) return before ? [before] : []
    if (same) return []
    return [before?.theirs === theirs ? before : { path, ours, theirs, foundAt: now }]
  })
}

/** What a booking disagrees about that its supplier no longer knows. A record that is there again takes it away. */
export function withVanished(known: readonly Discrepancy[], now: Instant): Discrepancy[] {
  if (known.some(({ path }) => path === 'status')) return [...known]
  return [{ path: 'status', ours: 'CONFIRMED', theirs: 'NOT_FOUND', foundAt: now }, ...known]
}

/** Every compared part, those that agree too. */
export function compareAll(
  { total, stay, rooms, people, unnamedGuests }: Agreement,
  record: RecordedAgreement,
): Comparison[] {
  const { charged, checkInDate, checkOutDate, guests } = record
  return [
    text('price.total', moneyText(total), charged && moneyText(charged)),
    text('stay.check_in', stay.checkInDate, checkInDate),
    text('stay.check_out', stay.checkOutDate, checkOutDate),
    text('allocations', String(rooms), record.rooms === null ? null : String(record.rooms)),
    {
      path: 'guests',
      ours: initials(people ?? []),
      theirs: people && guests && initials(guests),
      same: people !== null && guests !== null && areOurs(guests, people, unnamedGuests),
    },
  ]
}

function text(path: ComparedPath, ours: string, theirs: string | null): Comparison {
  return { path, ours, theirs, same: ours === theirs }
}

function moneyText(money: Money): string {
  return `${toDecimal(money)} ${money.currency}`
}

function initials(people: readonly PersonName[]): string {
  return people.map(({ givenName, familyName }) => `${initial(givenName)} ${initial(familyName)}`).join(', ')
}

/** Scripts in which a letter is a small part of a name. In others, Chinese and Korean among them, one character can be all of it. */
const HAS_INITIALS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u

/** The first letter of a name, as a capital. A name that has no initial is shown as `*.`: what is told here is kept for good. */
function initial(name: string): string {
  const [letter = ''] = /\p{L}/u.exec(name.normalize('NFKC'))?.[0].toUpperCase() ?? ''
  return HAS_INITIALS.test(letter) ? `${letter}.` : '*.'
}

/**
 * True unless the record names strangers. Suppliers name fewer guests than they were sent, often one for each room, and may invent
 * names for guests without one; so strangers count only when there are more of them than unnamed guests, or nobody else is named.
 */
function areOurs(guests: readonly PersonName[], people: readonly PersonName[], unnamedGuests: number): boolean {
  const strangers = guests.filter((guest) => !isMasked(guest) && !people.some((person) => samePerson(guest, person)))
  if (strangers.length === 0) return true
  return strangers.length < guests.length && strangers.length <= unnamedGuests
}

/** Names with letters hidden (`A***`, `Xxxx`), and place-holders without a letter: they tell nothing. */
function isMasked({ givenName, familyName }: PersonName): boolean {
  return [givenName, familyName].some((name) => /[*•●]|^[xX]{2,}$/.test(name.trim()) || wordsOf(name).length === 0)
}

/**
 * Suppliers write names in capitals, without accents, in the other order, without or with second names, with titles, or cut off.
 * Two names are of the same person when every word of the shorter one is in the longer one. Names in different scripts cannot be
 * compared, so they count as the same.
 */
function samePerson(a: PersonName, b: PersonName): boolean {
  if (isLatin(a) !== isLatin(b)) return true
  const [one, other] = [a, b].map(({ givenName, familyName }) => wordsOf(`${givenName} ${familyName}`))
  if (!one || !other) return false
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  return few.every((word) => many.includes(word)) || one.join('') === other.join('')
}

function isLatin({ givenName, familyName }: PersonName): boolean {
  return !/(?!\p{Script=Latin})\p{L}/u.test(givenName + familyName)
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'mx'])

/** A letter that Unicode does not take apart, as suppliers write it in plain letters. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * The words of a name in lower case without accents and punctuation; titles only when there is nothing else. `ü` may be written
 * `u` or `ue`, so the second letter of such a pair is left out everywhere.
 */
function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/(?<=[aou])e/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !TITLES.has(word))
  return named.length > 0 ? named : words
}
