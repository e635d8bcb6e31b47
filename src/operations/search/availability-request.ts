import { type Issue, issue } from '../../domain/issue.ts'
import { isNationality, MEANT_NATIONALITIES } from '../../domain/nationalities.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import { checkStay, type Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'

type StayInput = {
  readonly checkIn: string
  readonly checkOut: string
  readonly nationality: string
  readonly rooms: Occupancy
}

export function stayOf(input: StayInput): Stay {
  return { checkInDate: input.checkIn, checkOutDate: input.checkOut }
}

/**
 * Returns the faults of an availability request that its schema cannot find, because they depend on today's date at the
 * destination. A field that could not be parsed is absent; the other fields are checked nevertheless.
 */
export function checkAvailabilityRequest(
  { checkIn, checkOut, nationality }: Partial<StayInput>,
  now: Instant,
  timeZone: string | null,
): Issue[] {
  return [
    ...(checkIn === undefined ? [] : checkDates({ checkIn, checkOut }, now, timeZone)),
    ...(nationality === undefined || isNationality(nationality)
      ? []
      : [issue('nationality', 'UNKNOWN_NATIONALITY', unknownNationality(nationality))]),
  ]
}

function checkDates(
  { checkIn, checkOut }: { readonly checkIn: string; readonly checkOut: string | undefined },
  now: Instant,
  timeZone: string | null,
): Issue[] {
  const issues = checkStay({ checkInDate: checkIn, checkOutDate: checkOut ?? checkIn }, now, timeZone)
  return checkOut === undefined ? issues.filter(({ path }) => path === 'check_in') : issues
}

function unknownNationality(code: string): string {
  const meant = MEANT_NATIONALITIES[code]
  return `nationality must be an iso_code of GET /master-data/nationalities${meant ? `; did you mean ${meant}?` : ''}`
}
