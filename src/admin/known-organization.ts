import type { LeftOrganization } from '../store/moves/is-elsewhere.ts'
import type { Organization } from '../store/organizations.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, UsageError, type Values } from './command.ts'

/** The organization with the given id; throws a UsageError when there is none. */
export async function knownOrganization(
  { organizations }: Pick<StoreParts, 'organizations'>,
  organizationId: string,
): Promise<Organization> {
  const known = await organizations.find(organizationId)
  if (!known) throw new UsageError(`no organization ${organizationId}`)
  return known
}

/** The options that name what a command is about, by its id. */
const ABOUT = ['id', 'organization', 'endpoint', 'delivery', 'connection']

/** What is done where an organization has left, because it has. */
const OF_MOVES = new Set(['organization move', 'cell directory'])

/**
 * Throws a UsageError for a command about an organization that has moved to another cell, or about something of it: what is left of it here is no
 * longer its own, and a change of that would seem to be one.
 */
export async function refuseLeft(
  { organizations }: Pick<StoreParts, 'organizations'>,
  { noun, verb }: Pick<Command, 'noun' | 'verb'>,
  values: Values,
): Promise<void> {
  const words = ABOUT.map((name) => values[name]).filter((value) => typeof value === 'string')
  if (words.length === 0 || OF_MOVES.has(`${noun} ${verb}`)) return
  const left = await organizations.left(words)
  if (left !== null) throw new UsageError(toldOf(left))
}

/** Where somebody has to go who wants something of an organization that has left. */
export function toldOf({ organizationId, peer }: LeftOrganization): string {
  return `${organizationId} has moved to another cell${peer === null ? '' : ` (${peer})`}: run this there`
}
