import { codeOf, numberOf, type Row, rowsOf } from '../../content/read-loosely.ts'
import { readTime } from '../../content/read-time.ts'
import { told } from '../../content/told.ts'
import type { Dictionaries, FacilityKind } from './dictionaries.ts'
import { FEE_KINDS, FEE_UNITS } from './words.ts'

/**
 * Facilities that are fields of ours, by group and code: the code alone means one thing in one group and another in the next.
 * Seen in a published record; their names in `types/facilities` agree.
 */
const CHECK_IN = '70/260'
const CHECK_OUT = '70/390'
const YEAR = '10/20'
const ROOMS_COUNT = '10/70'
const OWN_FIELDS: ReadonlySet<string> = new Set([CHECK_IN, CHECK_OUT, YEAR, ROOMS_COUNT])

export function keyOf(row: Row): string {
  return `${codeOf(row['facilityGroupCode'])}/${codeOf(row['facilityCode'])}`
}

/** False where the row says that the hotel has it not. */
export function isThere(row: Row): boolean {
  return row['indYesOrNo'] !== false && row['indLogic'] !== false
}

/** What a hotel's facilities tell, in the words of a listing line. Without a list nothing is told. */
export function facilityFields(value: unknown, words: Pick<Dictionaries, 'facilities' | 'paymentGroups'>): Row {
  if (!Array.isArray(value)) return {}
  const all = rowsOf(value)
  const there = all.filter(isThere)
  const [cards, others] = split(there, (row) => words.paymentGroups.includes(Number(codeOf(row['facilityGroupCode']))))
  const facilities = others.filter((row) => !OWN_FIELDS.has(keyOf(row)))
  return {
    facilities: facilities.map((row) => facilityOf(row, words.facilities[keyOf(row)] ?? null)),
    fees: facilities.flatMap((row) => feeOf(row, words.facilities[keyOf(row)]?.name ?? keyOf(row))),
    payment_methods: cards.map((row) => words.facilities[keyOf(row)]?.name || keyOf(row)),
    ...timesOf(all),
    rooms_count: numberIn(all, ROOMS_COUNT),
    year_built: numberIn(all, YEAR),
  }
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

function timesOf(rows: readonly Row[]): Row {
  const checkIn = rows.find((row) => keyOf(row) === CHECK_IN)
  const checkOut = rows.find((row) => keyOf(row) === CHECK_OUT)
  return {
    ...(checkIn ? { check_in: { from: readTime(checkIn['timeFrom']), until: readTime(checkIn['timeTo']) } } : {}),
    check_out_until: checkOut ? readTime(checkOut['timeTo'] ?? checkOut['timeFrom']) : null,
  }
}

function numberIn(rows: readonly Row[], key: string): unknown {
  const row = rows.find((one) => keyOf(one) === key)
  return row ? (numberOf(row['number']) ?? null) : null
}

function facilityOf(row: Row, kind: FacilityKind | null): Row {
  return {
    raw_code: keyOf(row),
    raw_name: kind?.name || null,
    // Ids of facilities are the operator's own numbers: there is nothing of ours to map to.
    facility_id: null,
    is_free: typeof row['indFee'] === 'boolean' ? !row['indFee'] : null,
    value: valueOf(row, kind),
    note: noteOf(row),
  }
}

/** A count, a distance, ages or times, as far as the typology says that they mean something; all of them where it is unknown. */
function valueOf(row: Row, kind: FacilityKind | null): string | null {
  const flags = kind?.flags ?? { number: true, distance: true, age: true, time: true }
  const parts = [
    flags.number ? countOf(row) : '',
    flags.distance ? withUnit(row['distance'], ' m') : '',
    flags.age ? range(codeOf(row['ageFrom']), codeOf(row['ageTo'])) : '',
    flags.time ? range(codeOf(readTime(row['timeFrom'])), codeOf(readTime(row['timeTo']))) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}

/** Beside a yes or no, 0 counts nothing. */
function countOf(row: Row): string {
  const count = codeOf(row['number'])
  return count === '0' && typeof row['indLogic'] === 'boolean' ? '' : count
}

function withUnit(value: unknown, unit: string): string {
  const figure = codeOf(value)
  return figure === '' ? '' : figure + unit
}

function range(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from} – ${to}`.trim()
}

function noteOf(row: Row): string | null {
  const amount = codeOf(row['amount'])
  if (amount === '') return null
  return [codeOf(row['currency']), amount, unitOf(row)?.replaceAll('_', ' ')].filter(Boolean).join(' ')
}

function unitOf(row: Row): string | null {
  const code = codeOf(row['applicationType'])
  return FEE_UNITS[code] ?? (code === '' ? null : code)
}

/** A facility with an amount is a fee; one at no charge is none. */
function feeOf(row: Row, name: string): readonly Row[] {
  const amount = codeOf(row['amount'])
  if (amount === '' || row['indFee'] === false) return []
  const { kind, isMandatory } = FEE_KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? {
    kind: name,
    isMandatory: false,
  }
  return [{ kind, amount, currency: told(row['currency']), unit: unitOf(row), is_mandatory: isMandatory, text: null }]
}
