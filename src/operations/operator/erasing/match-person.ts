import type { Invoicing } from '../../../domain/booking-extras.ts'
import { fold } from '../../../domain/text.ts'
import type { BookingParty } from '../../bookings/machinery/guests.ts'

/**
 * A person to search for. All given facts must be found in the same booking; the search is this narrow because erasure cannot be
 * undone.
 */
export type Person = {
  readonly email: string | null
  readonly phone: string | null
  readonly name: string | null
}

/** The fields of a booking that may mention a person. */
export type Traces = {
  readonly party: BookingParty | null
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** A number with fewer digits is not searched for, because too many numbers would contain it. */
const MIN_DIGITS = 7

/** A telephone number in any notation. A national number has no country code, so it is compared from its end. */
type Phone = { readonly digits: string; readonly isInternational: boolean }

/**
 * Returns null for a text that is not a telephone number. `+44 (0)20 7123-4567`, `0044 20 7123 4567` and `020 7123 4567` are the
 * same number.
 */
export function parsePhone(text: string): Phone | null {
  const bare = text.replaceAll('(0)', '').replace(/[^\d+]/g, '')
  const isInternational = /^(\+|00)/.test(bare)
  const digits = bare.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < MIN_DIGITS || digits.length > 15 ? null : { digits, isInternational }
}

/**
 * Returns the fields that mention the person, e.g. `holder.email`, `guests[1]`, `metadata.traveller`; empty when a given fact is
 * not found.
 */
export function findTraces(person: Person, traces: Traces): string[] {
  const places: string[] = []
  for (const [kind, value] of Object.entries(person)) {
    if (value === null) continue
    const found = LOOKS[kind as keyof Person](value, traces)
    if (found.length === 0) return []
    places.push(...found)
  }
  return [...new Set(places)]
}

type Look = (value: string, traces: Traces) => string[]

const byEmail: Look = (value, traces) => {
  const email = value.trim().toLowerCase()
  const isHolder = traces.party?.holder.email.toLowerCase() === email
  return [...(isHolder ? ['holder.email'] : []), ...textsWhere(traces, (text) => emailsIn(text).includes(email))]
}

const byPhone: Look = (value, traces) => {
  const wanted = parsePhone(value)
  if (!wanted) return []
  // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
  const isIt = (digits: string): boolean =>
    wanted.isInternational ? digits === wanted.digits : digits.endsWith(wanted.digits)
  const holder = traces.party?.holder.phone?.replace(/\D/g, '') ?? ''
  function inText(text: string): boolean {
    return phonesIn(text).some(isIt)
  }
  return [...(isIt(holder) ? ['holder.phone'] : []), ...textsWhere(traces, inText)]
}

const byName: Look = (value, traces) => {
  const wanted = wordsOf(value)
  if (wanted === '') return []
  function isIt({ givenName, familyName }: Pick<BookingParty['guests'][number], 'givenName' | 'familyName'>): boolean {
    return wordsOf(`${givenName ?? ''} ${familyName ?? ''}`) === wanted
  }
  const holder = traces.party && isIt(traces.party.holder) ? ['holder.name'] : []
  const guests = (traces.party?.guests ?? []).flatMap((guest, index) => (isIt(guest) ? [`guests[${index}]`] : []))
  // A single word occurs in too many texts to identify a person.
  const folded = fold(value)
  function isInText(text: string): boolean {
    return folded.includes(' ') && ` ${fold(text)} `.includes(` ${folded} `)
  }
  return [...holder, ...guests, ...textsWhere(traces, isInText)]
}

const LOOKS: Readonly<Record<keyof Person, Look>> = { email: byEmail, phone: byPhone, name: byName }

/** The words of a name in sorted order, so that `Lovelace, Ada` equals `Ada Lovelace`. */
function wordsOf(name: string): string {
  return fold(name).split(' ').sort().join(' ')
}

function emailsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[^\s<>,;:"'()[\]]+@[^\s<>,;:"'()[\]]+/g)].map(([found]) =>
    found.replace(/[.!?]+$/, ''),
  )
}

function phonesIn(text: string): string[] {
  return [...text.matchAll(/[+\d][\d\s()./-]{5,}\d/g)].flatMap(([found]) => parsePhone(found)?.digits ?? [])
}

/** The names of a booking's free-text fields for which the condition is true. */
function textsWhere({ party, clientReference, metadata }: Traces, isSo: (text: string) => boolean): string[] {
  const { invoicing } = party?.extras ?? {}
  const texts: [string, string | null][] = [
    ['special_requests', party?.specialRequests ?? null],
    ['invoicing', invoicing ? `${invoicing.companyName} ${invoicing.email} ${linesOf(invoicing)}` : null],
    ['client_reference', clientReference],
    ...Object.entries(metadata).map(([key, value]): [string, string] => [`metadata.${key}`, `${key} ${value}`]),
  ]
  return texts.flatMap(([place, text]) => (text !== null && isSo(text) ? [place] : []))
}

function linesOf({ companyAddress: { addressLines } }: Invoicing): string {
  return addressLines.join(' ')
}
