import { ERRORS, type Problem, problem } from '../../domain/errors.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/** The catalogue has no hotel of this id: says so of one that it had, because partners keep ids. */
export async function noSuchHotel(
  { store }: Pick<Deps, 'store'>,
  code: 'HOTEL_NOT_FOUND' | 'DESTINATION_NOT_FOUND',
  hotelId: number,
): Promise<Problem> {
  const leftAt = await store.hotels.leftAt(hotelId)
  if (leftAt === null) return problem(code)
  const date = toRfc3339(leftAt).slice(0, 'YYYY-MM-DD'.length)
  return problem(code, `${ERRORS[code].title}: it left the catalogue on ${date}; search again`)
}
