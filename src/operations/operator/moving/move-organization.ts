import { setTimeout as pause } from 'node:timers/promises'
import type { MoveState } from '../../../domain/organization-move.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import {
  becomeMover,
  beginMove,
  changeMove,
  exportsBehind,
  findMove,
  hasArrived,
  isLogShown,
  type MoveFacts,
  type MoveName,
  olderTransactionsEnded,
  openTarget,
  pausedMs,
  raiseFloors,
  raisePositions,
  type UnderWay,
  underWay,
} from '../../../store/moves/move-record.ts'
import { ADDED_TABLES } from '../../../store/moves/moved-tables.ts'
import type { MoveMoment } from '../../bookings/machinery/kill-points.ts'
import { type Cells, copyRound, type Reseal } from './copy-rows.ts'
import { LOST, OTHER_MOVER, unknownThere } from './end-move.ts'
import { clockFault, faultBefore, sharedConnections } from './move-faults.ts'
import { addPartitionsOf } from './partitions-of.ts'
import type { AreSame } from './same-credentials.ts'

export type MoveOptions = {
  readonly reseal: Reseal
  readonly areSame: AreSame
  /** Of each cell's database, without user and password. */
  readonly peers: { readonly source: string; readonly target: string }
  /** How long what is under way may take to end before it is cut off: it is looked for again in the target. */
  readonly drainMs: number
  readonly newMoveId: () => string
  /** Who moves it, for the target's audit log. */
  readonly actor: string
  /** Called with each state that the source has come to, and after each step between them; tests end the process there. */
  readonly reach: (moment: MoveMoment) => void
}

export type MoveReport = MoveFacts & { readonly moveId: string; readonly pausedMs: number }

/** A round that finds no more than this is followed by the pause: what is left is copied within it. */
const FEW_ROWS = 2_000
const MOST_ROUNDS = 8
/** Behind the fence the first round copies what is left and the second finds nothing, but for what a trigger of the target has touched. */
const MOST_LAST_ROUNDS = 4
/** Transactions of the gateway end within 15 s. */
const OLDER_END_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 100

type Moving = { readonly cells: Cells; readonly move: MoveName; readonly options: MoveOptions }

/** A step from one state to the next: what has to be told of it, or a sentence that says why the move stands. */
type Step = (moving: Moving) => Promise<Result<Partial<MoveFacts>, string>>

/**
 * Moves an organization from one cell to another, or goes on with a move that was cut off, from the state that its source is in.
 * Returns the report, or a sentence that says why the move stands where it is.
 */
export async function moveOrganization(cells: Cells, options: MoveOptions): Promise<Result<MoveReport, string>> {
  const begun = await begin(cells, options)
  if (!begun.ok) return begun
  const { move } = begun.value
  for (let { state } = begun.value; ; ) {
    const next = NEXT[state]
    if (!next) break
    const done = await next.step({ cells, move, options })
    if (!done.ok) return done
    if (!(await changeMove(cells.source, move, { from: state, to: next.to, report: done.value }))) return err(LOST)
    state = next.to
    options.reach(state)
  }
  const known = await findMove(cells.source, cells.organizationId)
  const nothing = { written: {}, cutOff: { deliveries: 0, looks: 0, calls: 0 }, sharedConnections: [] }
  return ok({
    moveId: move.moveId,
    pausedMs: await pausedMs(cells.source, cells.organizationId),
    ...nothing,
    ...known?.report,
  })
}

/** What is done in each state, and which one follows. */
const NEXT: Partial<Readonly<Record<MoveState, { readonly step: Step; readonly to: MoveState }>>> = {
  COPYING: { step: copyAll, to: 'DRAINING' },
  DRAINING: { step: drain, to: 'FENCED' },
  FENCED: { step: settle, to: 'SWITCHED' },
  SWITCHED: { step: open, to: 'ARRIVED' },
}

/**
 * Writes the records, the target's first: nothing may serve there before the source has given it away. A target's record without one
 * of the source is of a move that was cut off between the two.
 */
async function begin(
  cells: Cells,
  options: MoveOptions,
): Promise<Result<{ readonly move: MoveName; readonly state: MoveState }, string>> {
  const { source, target, organizationId } = cells
  for (const session of [source, target]) if (!(await becomeMover(session, organizationId))) return err(OTHER_MOVER)
  const known = await findMove(source, organizationId)
  if (known === null || known.state === 'CALLED_OFF') return beginAnew(cells, options)
  if (known.state === 'ARRIVING') return err(`${organizationId} is arriving here from another cell`)
  const arriving = await findMove(target, organizationId)
  if (arriving !== null && arriving.moveId !== known.moveId) return err('the target is in another move of it')
  // Opened already, when the process died between that and its own record. Any other cell has no record of it either.
  const isOpen = known.state === 'SWITCHED' && (await hasArrived(target, known))
  if (arriving === null && known.state !== 'ARRIVED' && !isOpen) return err(unknownThere(known))
  options.reach(known.state)
  return ok({ move: { organizationId, moveId: known.moveId }, state: known.state })
}

async function beginAnew(
  cells: Cells,
  { areSame, peers, newMoveId, reach }: MoveOptions,
): Promise<Result<{ readonly move: MoveName; readonly state: MoveState }, string>> {
  const { source, target, organizationId } = cells
  const arriving = await findMove(target, organizationId)
  if (arriving?.state === 'ARRIVED')
    return err('the target has what it left behind there when it moved away: run this with --finish there first')
  if (arriving !== null && arriving.state !== 'ARRIVING')
    return err(`the target is in ${arriving.state} of a move of it`)
  const fault = await faultBefore(cells, areSame)
  if (fault !== null) return err(fault)
  const move = { organizationId, moveId: arriving?.moveId ?? newMoveId() }
  const off = await findMove(source, organizationId)
  // What a move has left there that was cut off while it was called off came with that move.
  const before = off !== null && off.moveId === arriving?.moveId ? off.report.sharedConnections : undefined
  const report = { sharedConnections: before ?? (await sharedConnections(cells)) }
  if (arriving === null && !(await beginMove(target, { ...move, state: 'ARRIVING', peer: peers.source, report: {} })))
    return err(LOST)
  reach('begun-in-target')
  if (!(await beginMove(source, { ...move, state: 'COPYING', peer: peers.target, report }))) return err(LOST)
  reach('COPYING')
  return ok({ move, state: 'COPYING' })
}

/** Copies in rounds, while the source is written, until a round finds little. */
async function copyAll({ cells, options }: Moving): ReturnType<Step> {
  const written: Record<string, number> = {}
  await addPartitionsOf(cells)
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    const round = await copyRound(cells, options.reseal)
    for (const [table, count] of Object.entries(round.written)) written[table] = (written[table] ?? 0) + count
    await raisePositions(cells.target, cells.organizationId)
    options.reach('copied')
    if (round.differed <= FEW_ROWS) break
  }
  return ok({ written })
}

/** Waits until nothing is under way, or the time for it is over; tells what still is. */
async function drain({ cells: { source, organizationId }, options: { drainMs } }: Moving): ReturnType<Step> {
  const endsAt = performance.now() + drainMs
  await olderTransactionsEnded(source, drainMs)
  for (;;) {
    const cutOff: UnderWay = await underWay(source, organizationId)
    const isIdle = Object.values(cutOff).every((count) => count === 0)
    if (isIdle || performance.now() >= endsAt) return ok({ cutOff })
    await pause(LOOK_EVERY_MS)
  }
}

/** Copies what is left behind the fence, and proves that nothing differs. */
async function settle({ cells, options }: Moving): ReturnType<Step> {
  const { source, target, organizationId } = cells
  if (!(await olderTransactionsEnded(source, OLDER_END_WITHIN_MS)))
    return err('a transaction from before the fence has not ended within a minute: end it, then run this again')
  const written: Record<string, number> = { ...(await findMove(source, organizationId))?.report.written }
  let differed = Number.POSITIVE_INFINITY
  for (let rounds = 0; differed > 0 && rounds < MOST_LAST_ROUNDS; rounds += 1) {
    const round = await copyRound(cells, options.reseal)
    for (const [table, count] of Object.entries(round.written)) written[table] = (written[table] ?? 0) + count
    differed = round.differed
  }
  if (differed > 0) return err(`${differed} rows differ although the source is fenced: call the move off`)
  if (!(await isLogShown(target, organizationId)))
    return err('the target is too young to show the moved events: its transaction numbers are lower than they need')
  await raisePositions(target, organizationId)
  await raiseFloors(source, target)
  const behind = await exportsEnded(cells, options.drainMs)
  if (behind.length > 0)
    return err(
      `the export to ${behind.join(', ')} has not passed the organization’s last event: see to it, then run this again`,
    )
  const clocks = await clockFault(cells)
  if (clocks !== null) return err(clocks)
  options.reach('equal')
  return ok({ written })
}

/** The source's exports that are still behind when the time for them is over. */
async function exportsEnded({ source, organizationId }: Cells, withinMs: number): Promise<string[]> {
  const endsAt = performance.now() + withinMs
  for (;;) {
    const behind = await exportsBehind(source, organizationId)
    if (behind.length === 0 || performance.now() >= endsAt) return behind
    await pause(LOOK_EVERY_MS)
  }
}

async function open({ cells, move, options: { actor, peers, reach, reseal } }: Moving): ReturnType<Step> {
  // Not of one that was opened before: what is new there since then is its own.
  if ((await findMove(cells.target, cells.organizationId)) !== null) await copyRound(cells, reseal, ADDED_TABLES)
  await openTarget(cells.target, move, { actor, peer: peers.source })
  reach('opened')
  return ok({})
}
