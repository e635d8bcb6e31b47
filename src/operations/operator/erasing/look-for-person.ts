import type { Deps } from '../../deps.ts'
import { findPerson, type PersonQuery, type PersonSearch } from './find-person.ts'

/** The maximum of bookings that an entry of the audit log lists. It always contains their number. */
const MAX_NAMED = 500

/**
 * Finds a person's bookings for an operator without erasing them. The audit log records who searched, by which kinds of facts,
 * and which bookings were found. It does not record the facts, because they would be personal data in one more place.
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
    deps.clock.real(),
  )
  return search
}
