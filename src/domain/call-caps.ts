/** The kinds of calls that a cap can hold back. When several wait, those of the first kind go first. */
export const CALL_KINDS = ['price_check', 'rooms', 'search', 'content'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** What a contract allows, over all processes. A number that is absent is not limited. */
export type CallCaps = {
  /** Calls a second of the whole connection. Those that are never held back are counted too. */
  readonly perSecond?: number
  readonly perSecondBy?: Readonly<{ [Kind in CallKind]?: number | undefined }>
  /** Calls that are under way at the same time. */
  readonly concurrent?: number
}

/** The part of the whole that content may take when nothing is said of it: imports run while guests search. */
const CONTENT_SHARE = 0.1

/** How many calls of a kind a second may have; null: not limited beyond the whole. */
export function capOf({ perSecond, perSecondBy }: CallCaps, kind: CallKind): number | null {
  const own = perSecondBy?.[kind]
  if (own !== undefined) return own
  return kind === 'content' && perSecond !== undefined ? Math.max(1, Math.floor(perSecond * CONTENT_SHARE)) : null
}

/** The shortest pause between the calls of a job: five a second. */
const JOB_PAUSE_MS = 200

/**
 * The pause before each call of a job that nobody waits for, ms. Most of its calls are about bookings, which no cap holds back, so that it
 * keeps to the share of content by itself: guests search meanwhile.
 */
export function jobPauseMs(caps: CallCaps): number {
  const cap = capOf(caps, 'content')
  return cap === null ? JOB_PAUSE_MS : Math.max(JOB_PAUSE_MS, Math.ceil(1_000 / cap))
}

/** One process' part of the caps when the processes cannot count together. Each may send at least something. */
export function shareOf({ perSecond, perSecondBy, concurrent }: CallCaps, processes: number): CallCaps {
  function part(cap: number): number {
    return Math.max(1, Math.floor(cap / processes))
  }
  return {
    ...(perSecond === undefined ? {} : { perSecond: part(perSecond) }),
    ...(concurrent === undefined ? {} : { concurrent: part(concurrent) }),
    ...(perSecondBy === undefined
      ? {}
      : { perSecondBy: Object.fromEntries(Object.entries(perSecondBy).map(([kind, cap = 1]) => [kind, part(cap)])) }),
  }
}
