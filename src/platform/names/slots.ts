import { err, ok, type Result } from '../../domain/result.ts'

type SlotLimits = {
  /** At once, of one asker. */
  readonly each: number
  /** At once, of all askers together. */
  readonly all: number
  /** Waiting, of one asker. */
  readonly waiting: number
}

type Slots = {
  /** Waits for its turn; the value gives the slot back, once however often it is called. */
  readonly take: (asker: string, signal: AbortSignal) => Promise<Result<() => void, 'CROWDED' | 'TOO_LATE'>>
}

type Asker = { running: number; readonly waiting: Set<() => void> }

/**
 * Room for the work of many askers. Who has used up its own waits for itself; all together have a bound too, and what is free
 * is given to the askers in turn, so that one with a long queue is served no faster than one with a single wish.
 */
export function createSlots(limits: SlotLimits): Slots {
  // A map keeps the order in which keys were put in: an asker that was served goes to its end.
  const askers = new Map<string, Asker>()
  let running = 0

  function start(name: string, asker: Asker): () => void {
    asker.running += 1
    running += 1
    askers.delete(name)
    askers.set(name, asker)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      asker.running -= 1
      running -= 1
      forgetIdle(name, asker)
      serveNext()
    }
  }

  function forgetIdle(name: string, asker: Asker): void {
    if (asker.running === 0 && asker.waiting.size === 0) askers.delete(name)
  }

  function serveNext(): void {
    if (running >= limits.all) return
    for (const asker of askers.values()) {
      const [next] = asker.waiting
      if (next === undefined || asker.running >= limits.each) continue
      asker.waiting.delete(next)
      next()
      return
    }
  }

  /** The signal ends the wait; who has got its turn by then keeps it. */
  async function waitForTurn(name: string, asker: Asker, signal: AbortSignal): ReturnType<Slots['take']> {
    const turn = Promise.withResolvers<Result<() => void, 'TOO_LATE'>>()
    function onTurn(): void {
      return turn.resolve(ok(start(name, asker)))
    }
    function onAbort(): void {
      if (!asker.waiting.delete(onTurn)) return
      forgetIdle(name, asker)
      turn.resolve(err('TOO_LATE'))
    }
    asker.waiting.add(onTurn)
    signal.addEventListener('abort', onAbort, { once: true })
    const outcome = await turn.promise
    signal.removeEventListener('abort', onAbort)
    return outcome
  }

  return {
    take: async (name, signal) => {
      if (signal.aborted) return err('TOO_LATE')
      const asker = askers.get(name) ?? { running: 0, waiting: new Set() }
      if (asker.running < limits.each && running < limits.all) return ok(start(name, asker))
      if (asker.waiting.size >= limits.waiting) return err('CROWDED')
      askers.set(name, asker)
      return waitForTurn(name, asker, signal)
    },
  }
}
