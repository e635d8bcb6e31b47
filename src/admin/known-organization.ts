import type { Organization } from '../store/organizations.ts'
import type { StoreParts } from '../store/store.ts'
import { UsageError } from './command.ts'

/**
 * The organization with the given id; throws a UsageError when there is none, or when it has moved to another cell: what is left of it here is no
 * longer its own, and a change of that would seem to be one.
 */
export async function knownOrganization(
  { organizations }: Pick<StoreParts, 'organizations'>,
  organizationId: string,
): Promise<Organization> {
  const known = await organizations.find(organizationId)
  if (!known) throw new UsageError(`no organization ${organizationId}`)
  if ((await organizations.whereabouts(organizationId)) === 'ELSEWHERE')
    throw new UsageError(`${organizationId} has moved to another cell: run this there`)
  return known
}
