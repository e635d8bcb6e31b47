import { type Issue, issue } from '../../domain/issue.ts'
import { isNationality } from '../../domain/nationalities.ts'
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
 * Faults of a question about availability that its schema cannot see, against the destination's own today. A field that could not
 * be read is absent: what can be said without it is said.
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
      : [issue('nationality', 'UNKNOWN_NATIONALITY', 'nationality must be an iso_code of the nationalities list')]),
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
