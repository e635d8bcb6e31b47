import { mayBeCalledOff } from '../../../domain/organization-move.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import { deleteConnections } from '../../../store/moves/left-connections.ts'
import { deleteWords } from '../../../store/moves/left-words.ts'
import {
  becomeMover,
  changeMove,
  findMove,
  forgetMove,
  leaveForGood,
  type MoveName,
} from '../../../store/moves/move-record.ts'
import { MOVED_TABLES } from '../../../store/moves/moved-tables.ts'
import { deleteAll } from '../../../store/moves/moving-rows.ts'
import type { MoveMoment } from '../../bookings/machinery/kill-points.ts'
import { type Cells, inTransaction } from './copy-rows.ts'

export const OTHER_MOVER = 'another process moves it: look for it, or run this again when its session has ended'
export const LOST = 'another process has taken the move further, or has called it off: look at it, then run this again'

/** The other cell has no record of the move, and has not been opened by it. */
export function unknownThere({ moveId }: MoveName): string {
  return `the target does not know the move ${moveId}: is it the one that it began with?`
}

/** Called after each step; for tests, which end the process there. */
type Reach = (moment: MoveMoment) => void

/** Lets the source serve again, and empties the target. Refused from the switch on. What was cut off is ended by calling it off again. */
export async function callMoveOff(cells: Cells, reach: Reach = () => undefined): Promise<Result<MoveName, string>> {
  const { source, target, organizationId } = cells
  for (const session of [source, target]) if (!(await becomeMover(session, organizationId))) return err(OTHER_MOVER)
  const known = await findMove(source, organizationId)
  if (known === null) return forgetArrival(cells)
  const move = { organizationId, moveId: known.moveId }
  const isOff = known.state === 'CALLED_OFF'
  if (!isOff && !mayBeCalledOff(known.state)) return err(`the move is in ${known.state}: it can only go on`)
  const arriving = await findMove(target, organizationId)
  // Called off with another cell, it would leave its rows where they are, and nobody would know of them.
  if (!isOff && arriving?.moveId !== known.moveId) return err(unknownThere(known))
  if (!isOff && !(await changeMove(source, move, { from: known.state, to: 'CALLED_OFF' }))) return err(LOST)
  reach('CALLED_OFF')
  if (arriving?.moveId === known.moveId && arriving.state === 'ARRIVING') {
    await deleteRows(target, organizationId, known.report.sharedConnections)
    reach('emptied')
    await forgetMove(target, move)
  }
  reach('forgotten')
  await forgetMove(source, move)
  return ok(move)
}

/** Of a move that was cut off before the source had its record: the target has no row of it yet. */
async function forgetArrival({ target, organizationId }: Cells): Promise<Result<MoveName, string>> {
  const arriving = await findMove(target, organizationId)
  if (arriving?.state !== 'ARRIVING') return err(`${organizationId} does not move`)
  await forgetMove(target, arriving)
  return ok({ organizationId, moveId: arriving.moveId })
}

/** Deletes what the move has left behind in the source. */
export async function finishMove(
  { source, organizationId }: Omit<Cells, 'target'>,
  reach: Reach = () => undefined,
): Promise<Result<MoveName, string>> {
  if (!(await becomeMover(source, organizationId))) return err(OTHER_MOVER)
  const known = await findMove(source, organizationId)
  if (known?.state !== 'ARRIVED')
    return err(known ? `the move is in ${known.state}` : `${organizationId} does not move`)
  await deleteRows(source, organizationId)
  reach('deleted')
  await leaveForGood(source, known)
  return ok({ organizationId, moveId: known.moveId })
}

/** All rows but those that others share, `kept` connections, and what is kept as a record. */
async function deleteRows(
  session: Cells['source'],
  organizationId: string,
  kept: readonly string[] = [],
): Promise<void> {
  await inTransaction({ session, organizationId }, async () => {
    await deleteWords(session, organizationId)
    await deleteConnections(session, organizationId, kept)
  })
  for (const table of MOVED_TABLES.toReversed()) {
    if (table.stays) continue
    let count = 0
    do
      await inTransaction({ session, organizationId }, async () => {
        count = await deleteAll(session, table, organizationId)
      })
    while (count > 0)
  }
}
