import { setImmediate as turn } from 'node:timers/promises'
import type { Random } from '../support/random.ts'

/**
 * A process of the simulation:
 * - running: what waits in it may go on.
 * - frozen: it keeps what it has, and nothing in it goes on until it is thawed.
 * - dead: nothing in it ever goes on.
 */
export type SimulatedProcess = {
  readonly name: string
  state: 'RUNNING' | 'FROZEN' | 'DEAD'
}

type Waiting = { readonly process: SimulatedProcess; readonly at: string; readonly goOn: () => void }

/** So many turns of the loop without anything under way mean that all that is left waits at a point. */
const QUIET_TURNS = 4

/**
 * Runs the code of all processes one step at a time: from one point (before and after each transaction, statement and supplier
 * call) to the next. Between two steps nothing runs, so that the seed alone decides what happens in which order.
 */
export function createScheduler(random: Random) {
  let underWay = 0
  let onEnd: () => void = () => undefined
  let waiting: Waiting[] = []
  const trace: string[] = []

  /** Waits here until the scheduler lets the process go on; in a dead one for ever. */
  function point(process: SimulatedProcess, at: string): Promise<void> {
    return new Promise((resolve) => {
      if (process.state !== 'DEAD') waiting.push({ process, at, goOn: resolve })
    })
  }

  /** Real work, between two points: the scheduler waits for its end. */
  async function real<T>(work: () => Promise<T>): Promise<T> {
    underWay++
    try {
      return await work()
    } finally {
      underWay--
      if (underWay === 0) onEnd()
    }
  }

  /** The loop sleeps while real work is under way: turning it would take the processor from Postgres. */
  async function quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (underWay > 0) {
        await new Promise<void>((resolve) => (onEnd = resolve))
        turns = 0
      }
      await turn()
    }
  }

  function tell(line: string): void {
    trace.push(line)
  }

  return {
    point,
    real,
    quiet,
    tell,
    trace: (): readonly string[] => trace,
    isIdle: () => !waiting.some(({ process }) => process.state === 'RUNNING'),
    /** Lets one of those that wait take its step; false when none can. */
    step: async (): Promise<boolean> => {
      await quiet()
      waiting = waiting.filter(({ process }) => process.state !== 'DEAD')
      const ready = waiting.filter(({ process }) => process.state === 'RUNNING')
      if (ready.length === 0) return false
      const next = random.pick(ready)
      waiting = waiting.filter((one) => one !== next)
      tell(`${next.process.name}: ${next.at}`)
      next.goOn()
      await quiet()
      return true
    },
  }
}

export type Scheduler = ReturnType<typeof createScheduler>
