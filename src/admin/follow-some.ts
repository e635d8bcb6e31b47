import type { Core } from '../core.ts'
import { followListings } from '../operations/mapping/follow-listings.ts'

/** What a command merges before it ends; more is left to the workers. */
const MOST = 200

/** Merges what follows from a change of a few mappings or rooms, so that it is shown when the command ends. */
export async function followSome({ deps }: Core): Promise<void> {
  await followListings(deps, { most: MOST })
}
