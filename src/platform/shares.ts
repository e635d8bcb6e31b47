/**
 * Bounds how much of a pool each owner uses at once. What is beyond an owner's share waits in a line of the owner's own, in the
 * order in which it came, so that the pool's single line stays short for everybody else.
 */
export type Shares = {
  /** Starts at once, or when enough of what the owner has started is over. False: the owner's line is full. */
  readonly enter: (owner: string, waiting: Waiting) => boolean
  /** One that was started for the owner is over. */
  readonly leave: (owner: string) => void
}

type Waiting = {
  readonly start: () => void
  /** Called in place of `start` for what has waited too long. */
  readonly giveUp: () => void
}

type SharesOptions = {
  /** Of one owner, at once. */
  readonly share: number
  /** Of one owner, in its line. */
  readonly maxWaiting: number
  readonly waitMs: number
}

type Lined = Waiting & { readonly timer: NodeJS.Timeout }
/** Exists for as long as the owner has started something. */
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
