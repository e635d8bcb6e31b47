import { toldOf } from '../admin/known-organization.ts'
import type { ConsoleContext } from './context.ts'
import { refusal } from './errors.ts'

/** Refuses what is asked about an organization that has left this cell, and tells which cell has it: what lies here is old. */
export async function refuseLeft({ core }: ConsoleContext, organizationId: string): Promise<void> {
  const left = await core.store.organizations.left([organizationId])
  if (left !== null) throw refusal('CONFLICT', toldOf(left))
}
