import { isNationality } from '../domain/nationalities.ts'
import { type Issue, issue } from '../domain/issue.ts'
import { checkOccupancy, type Occupancy } from '../domain/occupancy.ts'
import { checkStay, type Stay } from '../domain/stay.ts'
import type { Instant } from '../domain/time.ts'

type StayInput = {
  readonly checkIn: string
  readonly checkOut: string
  readonly nationality: string
  readonly rooms: Occupancy
}

export const stayOf = (input: StayInput): Stay => ({ checkInDate: input.checkIn, checkOutDate: input.checkOut })

/** Faults of a question about availability that its schema cannot see, against the destination's own today. */
export const checkAvailabilityRequest = (input: StayInput, now: Instant, timeZone: string | null): Issue[] => [
  ...checkStay(stayOf(input), now, timeZone),
  ...checkOccupancy(input.rooms),
  ...(isNationality(input.nationality)
    ? []
    : [issue('nationality', 'UNKNOWN_NATIONALITY', 'nationality must be an iso_code of the nationalities list')]),
]
