import {
  connectionsOf,
  hotelsBooked,
  migrationsOf,
  portalUsersOf,
  takenUsers,
  unknownHotels,
} from '../../../store/moves/move-checks.ts'
import { findMove } from '../../../store/moves/move-record.ts'
import type { Cells } from './copy-rows.ts'

/** Why a move cannot begin, in a sentence; null: it can. Nothing has been written yet. */
export async function faultBefore(cells: Cells): Promise<string | null> {
  const { source, target, organizationId } = cells
  const ours = await source.query('SELECT FROM organizations WHERE id = $1', [organizationId])
  if (ours.rows.length === 0) return `there is no organization ${organizationId} here`
  const theirs = await target.query('SELECT FROM organizations WHERE id = $1', [organizationId])
  if (theirs.rows.length > 0 && (await findMove(target, organizationId)) === null)
    return `the target has an organization ${organizationId} already`
  return (
    (await migrationFault(cells)) ?? (await userFault(cells)) ?? (await hotelFault(cells)) ?? connectionFault(cells)
  )
}

/** Rows are copied column by column, so both sides need the same columns. */
async function migrationFault({ source, target }: Cells): Promise<string | null> {
  const [ours, theirs] = [await migrationsOf(source), await migrationsOf(target)]
  const [missing] = [...ours.filter((name) => !theirs.includes(name)), ...theirs.filter((name) => !ours.includes(name))]
  return missing === undefined
    ? null
    : `one cell has the migration ${missing} and the other has not: upgrade both first`
}

/** A person is known by each of these in the whole cell. */
async function userFault({ source, target, organizationId }: Cells): Promise<string | null> {
  const [taken] = await takenUsers(target, organizationId, await portalUsersOf(source, organizationId))
  return taken === undefined ? null : `the target has another user by the name, e-mail or subject of ${taken}`
}

async function hotelFault({ source, target, organizationId }: Cells): Promise<string | null> {
  const unknown = await unknownHotels(target, await hotelsBooked(source, organizationId))
  if (unknown.length === 0) return null
  return `the target’s catalogue lacks ${unknown.length} hotels that the organization has booked, ${unknown[0]} for example`
}

/** A connection of the same id has to be the same contract: it is used as it is. */
async function connectionFault({ source, target, organizationId }: Cells): Promise<string | null> {
  const ours = await connectionsOf(source, organizationId)
  const theirs = await connectionsOf(
    target,
    organizationId,
    ours.map(({ id }) => id),
  )
  for (const { id, supplierCode, environment } of theirs) {
    const own = ours.find((one) => one.id === id)
    if (own && (own.supplierCode !== supplierCode || own.environment !== environment))
      return `the connection ${id} is one with ${own.supplierCode} (${own.environment}) here, and with ${supplierCode} (${environment}) in the target`
  }
  return null
}

/** The connections of the organization that the target has already. */
export async function sharedConnections({ source, target, organizationId }: Cells): Promise<string[]> {
  const ours = await connectionsOf(source, organizationId)
  return (
    await connectionsOf(
      target,
      organizationId,
      ours.map(({ id }) => id),
    )
  ).map(({ id }) => id)
}
