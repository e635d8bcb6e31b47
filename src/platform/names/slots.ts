import { err, ok, type Result } from '../../domain/result.ts'

type SlotLimits = {
  /** How many slots one asker may use at the same time. */
  readonly each: number
  /** How many slots all askers together may use at the same time. */
  readonly all: number
  /** How many requests of one asker may wait. */
  readonly waiting: number
}

type Slots = {
  /** Waits for a slot; the returned function frees it, and has no effect when called again. */
  readonly take: (asker: string, signal: AbortSignal) => Promise<Result<() => void, 'CROWDED' | 'TOO_LATE'>>
}

type Asker = { running: number; readonly waiting: Set<() => void> }

/**
 * Slots for the work of many askers. An asker that has used up its own limit only waits for itself. There is also a total limit;
 * free slots go to the askers in turn, so that an asker with a long queue gets no more than one with a single request.
 */
export function createSlots(limits: SlotLimits): Slots {
  // A map iterates in the order of insertion: an asker that got a slot is moved to the end.
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

  /** Waits for a slot until the signal is aborted; a slot that was granted before stays granted. */
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
