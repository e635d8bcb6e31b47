import type { Deps } from '../../deps.ts'
import { findPerson, type PersonQuery, type PersonSearch } from './find-person.ts'

/** Bookings that an entry of the audit log names at most; it always has their number. */
const MAX_NAMED = 500

/**
 * Finds a person for an operator who only wants to know. The audit log says who asked, by which kinds of facts, and which bookings
 * were found; the facts themselves would be one more place that tells of the person.
 */
export async function lookForPerson(
  deps: Pick<Deps, 'store' | 'guestSeal' | 'clock'>,
  query: PersonQuery,
  actor: string,
): Promise<PersonSearch> {
  const search = await findPerson(deps, query)
  const { person, organizationId } = query
  const by = Object.entries(person).flatMap(([kind, given]) => (given === null ? [] : [kind]))
  const bookings = search.found.slice(0, MAX_NAMED).map(({ bookingId }) => bookingId)
  await deps.store.audit.append(
    {
      organizationId,
      actor,
      action: 'person.find',
      subject: organizationId ?? '*',
      details: { by, found: search.found.length, bookings },
    },
    deps.clock.now(),
  )
  return search
}
