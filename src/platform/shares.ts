/**
 * Limits how much of a pool each owner uses at the same time. Requests beyond an owner's share wait in the owner's own queue,
 * first in, first out, so that the pool's single queue stays short for all other owners.
 */
export type Shares = {
  /**
   * Starts a request immediately, or when the owner's earlier requests have finished. Returns false when the owner's queue is
   * full.
   */
  readonly enter: (owner: string, waiting: Waiting) => boolean
  /** Reports that a request of the owner has finished. */
  readonly leave: (owner: string) => void
}

type Waiting = {
  readonly start: () => void
  /** Called instead of `start` when a request has waited too long. */
  readonly giveUp: () => void
}

type SharesOptions = {
  /** How many requests of one owner may run at the same time. */
  readonly share: number
  /** How many requests of one owner may wait. */
  readonly maxWaiting: number
  readonly waitMs: number
}

type Lined = Waiting & { readonly timer: NodeJS.Timeout }
/** The state of an owner; it exists while the owner has running requests. */
type Line = { running: number; readonly waiting: Set<Lined> }

export function createShares({ share, maxWaiting, waitMs }: SharesOptions): Shares {
  const lines = new Map<string, Line>()

  function lineUp({ waiting }: Line, one: Waiting): void {
    const timer = setTimeout(() => {
      waiting.delete(lined)
      one.giveUp()
    }, waitMs)
    const lined: Lined = { ...one, timer }
    waiting.add(lined)
  }

  return {
    enter: (owner, one) => {
      const line = lines.get(owner) ?? { running: 0, waiting: new Set() }
      lines.set(owner, line)
      if (line.running >= share) {
        if (line.waiting.size >= maxWaiting) return false
        lineUp(line, one)
        return true
      }
      line.running += 1
      one.start()
      return true
    },
    leave: (owner) => {
      const line = lines.get(owner)
      if (!line) return
      const [next] = line.waiting
      if (next) {
        line.waiting.delete(next)
        clearTimeout(next.timer)
        return next.start()
      }
      line.running -= 1
      if (line.running === 0) lines.delete(owner)
    },
  }
}
