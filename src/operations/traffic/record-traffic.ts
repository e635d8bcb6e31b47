import { newId } from '../../domain/ids.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { atMostOnceAMinute } from '../../platform/at-most-once-a-minute.ts'
import type { Background } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'
import type { NewExchange } from '../../store/supplier-traffic.ts'
import type { ExchangeTimes, SupplierOperation, TappedExchange, TrafficTap } from '../../suppliers/supplier-call.ts'
import { type Chosen, createChooser } from './choose-exchanges.ts'
import { redactExchange } from './exchange.ts'
import { createTrafficBuffer } from './traffic-buffer.ts'
import { createTrafficRoom } from './traffic-room.ts'

/** Why an exchange that was chosen is not kept. */
export type TrafficLoss = 'limit' | 'buffer' | 'room' | 'write' | 'fault'

export type TrafficMetrics = {
  readonly countKept: (why: string) => void
  readonly countLost: (reason: TrafficLoss, count: number) => void
  /** What all of it takes on disk, and by which factor shares are lowered for it. */
  readonly showRoom: (room: { readonly bytes: number; readonly factor: number }) => void
}

type RecorderDeps = {
  readonly config: {
    /** Which share of the exchanges of each operation is kept, 0 to 1. */
    readonly shares: Readonly<Record<SupplierOperation, number>>
    /** What is kept takes no more than this on disk, bytes. */
    readonly maxBytes: number
  }
  readonly store: Pick<Store, 'traffic'>
  readonly clock: Pick<Clock, 'real'>
  readonly randomBytes: (size: number) => Uint8Array
  readonly background: Pick<Background, 'follow'>
  readonly log: Logger
  readonly metrics: TrafficMetrics
  readonly random?: () => number
}

export type TrafficRecorder = {
  readonly tap: TrafficTap
  /** Reads what operators have raised, and how much room there is; by itself it does so every five seconds while calls are made. */
  readonly refresh: () => Promise<void>
  /** Writes what is gathered. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Keeps some of the exchanges with suppliers. It is looked at once an exchange has ended, and only whether it is kept is decided then; it is
 * redacted after the answer has been handed on, and written by a timer. Whatever does not fit is counted, and gone.
 */
export function createTrafficRecorder(deps: RecorderDeps): TrafficRecorder {
  const { config, clock, metrics } = deps
  const warn = warningsOf(deps)
  const choose = createChooser({ random: deps.random ?? Math.random, seconds: () => performance.now() / SECOND_MS })
  const room = createTrafficRoom({ ...deps, ...config, onRead: metrics.showRoom, onFault: warn.ofPostgres })
  const buffer = createTrafficBuffer({
    ...deps,
    onKept: (rows) => {
      for (const { why } of rows) metrics.countKept(why)
    },
    onLost: (count, error) => {
      metrics.countLost('write', count)
      warn.ofPostgres(error)
    },
  })
  /** Chosen, and not redacted yet. */
  let coming = 0

  function look(exchange: TappedExchange): void {
    const { raises, factor } = room.now()
    const at = clock.real()
    const chosen = choose(exchange, { shares: config.shares, raises, factor: factor ?? 0, now: at })
    if (chosen === null) return
    const loss = chosen === 'LIMITED' ? 'limit' : factor === null ? 'room' : buffer.hasRoom(coming) ? null : 'buffer'
    if (chosen === 'LIMITED' || loss !== null) return metrics.countLost(loss ?? 'limit', 1)
    coming += 1
    // Whoever waits for the answer goes on first.
    setImmediate(() => {
      coming -= 1
      take(exchange, { ...chosen, at, exchangeId: newId('exchange', at, deps.randomBytes) })
    })
  }

  function take(exchange: TappedExchange, kept: Kept): void {
    try {
      buffer.add(rowOf(exchange, kept))
    } catch (error) {
      metrics.countLost('fault', 1)
      warn.ofFault(error)
    }
  }

  return {
    tap: tapOf(look),
    refresh: room.refresh,
    flush: buffer.flush,
    close: async () => {
      while (coming > 0) await new Promise((resolve) => setImmediate(resolve))
      await buffer.flush()
    },
  }
}

/** What it has to say, once a minute. */
function warningsOf({ log }: Pick<RecorderDeps, 'log'>) {
  return {
    ofPostgres: atMostOnceAMinute((error: unknown) => log.warn({ err: error }, 'traffic with suppliers was not kept')),
    // Its message may have parts of what was to be redacted.
    ofFault: atMostOnceAMinute((error: unknown) =>
      log.warn(
        { kind: error instanceof Error ? error.name : 'unknown' },
        'an exchange with a supplier could not be read',
      ),
    ),
  }
}

/** Shows each exchange of a call that has left, once it has ended. */
function tapOf(look: (exchange: TappedExchange) => void): TrafficTap {
  return (call, fetch) => {
    let asked = 0
    return async (request) => {
      asked += 1
      const number = asked
      let times: ExchangeTimes | null = null
      const answered = await fetch({
        ...request,
        onEnd: (told) => {
          times = told
        },
      })
      if (times !== null) look({ call, request, answered, times, number })
      return answered
    }
  }
}

type Kept = Chosen & { readonly at: number; readonly exchangeId: string }

function rowOf(exchange: TappedExchange, kept: Kept): NewExchange {
  const { times, ...told } = redactExchange(exchange)
  const { connectedMs, firstByteMs, totalMs, packedBytes, bytes } = times
  return { ...told, ...kept, connectedMs, firstByteMs, totalMs, packedBytes, answerBytes: bytes }
}
