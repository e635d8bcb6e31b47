/**
 * The states of an organization that moves to another cell, as its source knows them; `ARRIVING` is the target's. What each lets
 * through is held by the trigger `refuse_while_moving`; docs/decisions/0047-cells.md draws them.
 */
export const MOVE_STATES = ['COPYING', 'DRAINING', 'FENCED', 'SWITCHED', 'ARRIVED', 'CALLED_OFF', 'ARRIVING'] as const
export type MoveState = (typeof MOVE_STATES)[number]

type Facts = {
  /** Which states may follow. */
  readonly to: readonly MoveState[]
  /** Where requests of the organization are answered: all of them, only those that write nothing, or none. */
  readonly serves: 'ALL' | 'READS' | 'NOTHING'
  /** Whether workers and relays may take up what is due. */
  readonly works: boolean
  /** Whether what is under way may still be written. */
  readonly isWritten: boolean
}

export const MOVE_TABLE: Readonly<Record<MoveState, Facts>> = {
  COPYING: { to: ['DRAINING', 'CALLED_OFF'], serves: 'ALL', works: true, isWritten: true },
  DRAINING: { to: ['FENCED', 'CALLED_OFF'], serves: 'READS', works: false, isWritten: true },
  FENCED: { to: ['SWITCHED', 'CALLED_OFF'], serves: 'READS', works: false, isWritten: false },
  // The commit of this one is the point of no return.
  SWITCHED: { to: ['ARRIVED'], serves: 'NOTHING', works: false, isWritten: false },
  ARRIVED: { to: [], serves: 'NOTHING', works: false, isWritten: false },
  CALLED_OFF: { to: [], serves: 'ALL', works: true, isWritten: true },
  ARRIVING: { to: [], serves: 'NOTHING', works: false, isWritten: false },
}

export function mayFollow(from: MoveState, to: MoveState): boolean {
  return MOVE_TABLE[from].to.includes(to)
}

/** Whether the source may serve again as if nothing had been. */
export function mayBeCalledOff(state: MoveState): boolean {
  return mayFollow(state, 'CALLED_OFF')
}
