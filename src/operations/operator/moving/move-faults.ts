import { SECOND_MS } from '../../../domain/time.ts'
import {
  type CellConnection,
  connectionsOf,
  hotelsBooked,
  listingsOf,
  madeBooked,
  migrationsOf,
  otherHotels,
  portalUsersOf,
  takenUsers,
  targetAheadMs,
  unknownHotels,
} from '../../../store/moves/move-checks.ts'
import { exportsBehind, findMove } from '../../../store/moves/move-record.ts'
import type { Cells } from './copy-rows.ts'
import type { AreSame } from './same-credentials.ts'

/** Clocks that are set over a network differ by milliseconds; those that nobody sets, by minutes. */
const MOST_APART_MS = 2 * SECOND_MS

/** Why a move cannot begin, in a sentence; null: it can. Nothing has been written yet. */
export async function faultBefore(cells: Cells, areSame: AreSame): Promise<string | null> {
  const { source, target, organizationId } = cells
  const ours = await source.query('SELECT FROM organizations WHERE id = $1', [organizationId])
  if (ours.rows.length === 0) return `there is no organization ${organizationId} here`
  const theirs = await target.query('SELECT FROM organizations WHERE id = $1', [organizationId])
  if (theirs.rows.length > 0 && (await findMove(target, organizationId)) === null)
    return `the target has an organization ${organizationId} already`
  return (
    (await clockFault(cells)) ??
    (await migrationFault(cells)) ??
    (await userFault(cells)) ??
    (await hotelFault(cells)) ??
    (await exportFault(cells)) ??
    connectionFault(cells, areSame)
  )
}

/**
 * What was begun in the source is judged in the target by its age: whether a call can still leave or be carried out, and which of two calls
 * came last. By a clock that is ahead a call that is under way is over; by one that is behind the older of two calls decides.
 */
export async function clockFault({ source, target }: Cells): Promise<string | null> {
  const aheadMs = await targetAheadMs(source, target)
  if (Math.abs(aheadMs) <= MOST_APART_MS) return null
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS)
  return `the target’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this cell’s: set them right, then run this again`
}

/** The pause would wait for it in vain: nobody exports there. */
async function exportFault({ source, organizationId }: Cells): Promise<string | null> {
  const [target] = await exportsBehind(source, organizationId, 'unattended')
  return target === undefined
    ? null
    : `the export to ${target} has not passed the organization’s last event, and no process exports there at the moment: start one, or delete the row of an export that is over from event_exports`
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
  const booked = await hotelsBooked(source, organizationId)
  const unknown = await unknownHotels(target, booked)
  if (unknown.length > 0)
    return `the target’s catalogue lacks ${unknown.length} hotels that the organization has booked, ${unknown[0]} for example`
  // Each cell's mapping counts the hotels that it makes from the same number on.
  const made = await madeBooked(source, organizationId)
  const [other] = await otherHotels(target, made, await listingsOf(source, made))
  return other === undefined
    ? null
    : `the hotel ${other} is another one in the target: no listing that it has here is mapped to it there, and guests who have booked it would be told that one`
}

/** A connection of the same id has to be the same contract: it is used as the target has it. */
async function connectionFault({ source, target, organizationId }: Cells, areSame: AreSame): Promise<string | null> {
  const ours = await connectionsOf(source, organizationId)
  const theirs = await connectionsOf(
    target,
    organizationId,
    ours.map(({ id }) => id),
  )
  for (const there of theirs) {
    const own = ours.find(({ id }) => id === there.id)
    const fault = own && contractFault(own, there, areSame)
    if (fault) return fault
  }
  return null
}

/**
 * Another account does not know what was booked over the connection: an order that waits would be taken for not booked there, and nothing
 * could be cancelled.
 */
function contractFault(own: CellConnection, there: CellConnection, areSame: AreSame): string | null {
  const { id: connectionId, supplierCode, environment, baseUrl } = own
  if (supplierCode !== there.supplierCode || environment !== there.environment)
    return `the connection ${connectionId} is one with ${supplierCode} (${environment}) here, and with ${there.supplierCode} (${there.environment}) in the target`
  if (baseUrl !== there.baseUrl)
    return `the connection ${connectionId} leads to ${urlOf(own)} here, and to ${urlOf(there)} in the target: \`supplier connect\` with the same --base-url in one of them first`
  try {
    if (areSame({ connectionId, ours: own.credentials, theirs: there.credentials })) return null
  } catch {
    return `the credentials of the connection ${connectionId} cannot be opened in both cells, and so not be compared: end the replacement of the master key first`
  }
  return `the connection ${connectionId} has other credentials here than in the target, whose account may not know what was booked over it: \`supplier connect\` it there with those of here first, which asks the supplier for what the target has booked over it`
}

function urlOf({ baseUrl }: CellConnection): string {
  return baseUrl ?? 'the supplier’s own URL'
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
