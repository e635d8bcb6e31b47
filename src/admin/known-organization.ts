import type { Organization } from '../store/organizations.ts'
import type { StoreParts } from '../store/store.ts'
import { UsageError } from './command.ts'

/** The organization with the given id; throws a UsageError when there is none. */
export async function knownOrganization(
  { organizations }: Pick<StoreParts, 'organizations'>,
  organizationId: string,
): Promise<Organization> {
  const known = await organizations.find(organizationId)
  if (!known) throw new UsageError(`no organization ${organizationId}`)
  return known
}
