/** The time of one organization: the database's, and in the sandbox ahead of it by what the organization has asked for. */
export type OrganizationTime = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /**
   * Names what organizations cannot share: two of them may live a year apart, and after a reset what was learned in the future
   * counts no more. Always '' in production, where they share.
   */
  readonly world: string
}

/** Where an organization's clock stands: how far it is ahead of real time, and how often it was put back to it. */
type ClockShift = { readonly offsetMs: number; readonly resets: number }

/**
 * The only source of time in the process. There is no bare `now()`: whoever asks says whose time is meant. It is for what is shown
 * and for waits; what decides between processes is compared in SQL (`gateway_now`).
 */
export type Clock = {
  /**
   * Real time, epoch milliseconds: this machine's clock, corrected to the database's, which all processes share. It is the time of
   * what belongs to no organization: the machinery, keys, rate limits, rankings, the audit log.
   */
  readonly real: () => number
  /** The time of everything that belongs to the organization. */
  readonly of: (organizationId: string) => OrganizationTime
  /**
   * Sets where an organization's clock stands; sandbox only. Called in every process when the stored shift changes, in any order:
   * a clock goes forward but for resets, which count, so that an older word is known by what it says and changes nothing.
   */
  readonly shift: (organizationId: string, shift: ClockShift) => void
  /** What this machine's own clock says, for measuring how wrong it is. */
  readonly machineNow: () => number
  /** Sets how far the database's clock is ahead of this machine's, ms. */
  readonly setSkew: (skewMs: number) => void
  /** Calls `listener` after each change of an organization's clock; returns an unsubscribe function. */
  readonly onShift: (listener: (organizationId: string) => void) => () => void
}

/** `worlds`: organizations live in worlds of their own, each with its own time (the sandbox). */
export function createClock({ worlds = false }: { readonly worlds?: boolean } = {}): Clock {
  let skew = 0
  /** Only organizations that have ever moved their clock: empty in production. */
  const shifts = new Map<string, ClockShift>()
  const listeners = new Set<(organizationId: string) => void>()
  function real(): number {
    return Date.now() + skew
  }
  const shared: OrganizationTime = { now: real, world: '' }
  return {
    real,
    of: (organizationId) => {
      if (!worlds) return shared
      const resets = shifts.get(organizationId)?.resets ?? 0
      return {
        // A stream may keep this object while the clock is moved.
        now: () => real() + (shifts.get(organizationId)?.offsetMs ?? 0),
        world: resets === 0 ? organizationId : `${organizationId}~${resets}`,
      }
    },
    shift: (organizationId, shift) => {
      const { offsetMs, resets } = shifts.get(organizationId) ?? { offsetMs: 0, resets: 0 }
      if (shift.resets < resets || (shift.resets === resets && shift.offsetMs <= offsetMs)) return
      shifts.set(organizationId, shift)
      for (const listener of listeners) listener(organizationId)
    },
    machineNow: () => Date.now(),
    setSkew: (skewMs) => {
      skew = skewMs
    },
    onShift: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
