import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Listener } from '../platform/listener.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { resumeTrace, type Tracing } from '../platform/request-trace.ts'
import { BOOKING_LOOKS_CHANNEL, type BookingLookStore, type ClaimedLook } from '../store/booking-looks.ts'

type LookWorkerOptions = {
  readonly looks: BookingLookStore
  /** Looks at one booking and plans its next look. */
  readonly lookAt: (claimed: ClaimedLook) => Promise<unknown>
  /** Called with what a look threw; plans the next one. */
  readonly onFailure: (claimed: ClaimedLook, error: unknown) => Promise<unknown>
  readonly listener: Listener
  readonly clock: Pick<Clock, 'onShift'>
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observeJob'>
  readonly tracing: Tracing | null
}

export type LookWorker = {
  /** Claims no more and lets the looks under way finish, but not for long: those that have not are given back to the others. */
  readonly stop: () => Promise<void>
}

/** Longer than the longest look: a supplier's record and a hotel's description, each with its own timeout. */
const LEASE_MS = 3 * MINUTE_MS
/** The most looks at once in this process, and at one supplier connection. */
const IN_FLIGHT = 32
const IN_FLIGHT_A_CONNECTION = 8
/** How often due bookings are looked for: none of them is announced, except those that are due at once. */
const EVERY_MS = SECOND_MS
/** How long a worker that stops waits for its looks. */
const FINISHED_WITHIN_MS = 10 * SECOND_MS

/**
 * Looks at bookings that are due, until it is stopped. Any number of workers may run: a lease assigns each booking to one of them,
 * and a worker that is lost leaves its bookings to the others when the lease ends.
 */
export function startLookWorker(options: LookWorkerOptions): LookWorker {
  const { looks, listener, clock, log } = options
  // Whoever waits for room is claimed when there is some.
  const underWay = createLooksUnderWay(options, () => wake())
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> | null = null
  let isWoken = false

  async function claim(): Promise<void> {
    const room = IN_FLIGHT - underWay.size()
    if (room <= 0) return
    const leaseId = randomUUID()
    const claimed = await looks.claim({
      leaseId,
      leaseMs: LEASE_MS,
      limit: room,
      perConnection: IN_FLIGHT_A_CONNECTION,
      underWay: underWay.byConnection(),
    })
    for (const one of claimed) underWay.start(one)
    // There may be others behind those of a connection that has its share now.
    isWoken ||= claimed.length > 0
  }

  /** Runs one claim at a time; a wake-up during it causes another one afterwards. */
  function wake(): void {
    if (isStopped) return
    isWoken = true
    claiming ??= claimAll()
  }

  async function claimAll(): Promise<void> {
    clearTimeout(timer)
    while (isWoken && !isStopped) {
      isWoken = false
      await claim().catch((error: unknown) => log.warn({ err: error }, 'due bookings could not be claimed'))
    }
    claiming = null
    if (!isStopped) timer = setTimeout(wake, EVERY_MS)
  }

  const unlisten = listener.listen(BOOKING_LOOKS_CHANNEL, wake)
  const unshift = clock.onShift(wake)
  wake()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      unlisten()
      unshift()
      await claiming
      await Promise.race([underWay.idle(), sleep(FINISHED_WITHIN_MS, undefined, { ref: false })])
      const left = underWay.list()
      if (left.length > 0)
        await looks.giveBack(left).catch((error: unknown) => log.warn({ err: error }, 'looks could not be given back'))
    },
  }
}

/** The looks that this process has under way. `onRoom` is called when one has ended where no other had room. */
function createLooksUnderWay(options: LookWorkerOptions, onRoom: () => void) {
  const running = new Map<ClaimedLook, Promise<void>>()
  function countAt(connectionId: string): number {
    return [...running.keys()].filter((one) => one.connectionId === connectionId).length
  }
  function end(claimed: ClaimedLook): void {
    const wasFull = running.size >= IN_FLIGHT || countAt(claimed.connectionId) >= IN_FLIGHT_A_CONNECTION
    running.delete(claimed)
    if (wasFull) onRoom()
  }
  return {
    size: () => running.size,
    list: () => [...running.keys()],
    start: (claimed: ClaimedLook): void => {
      running.set(
        claimed,
        run(options, claimed).finally(() => end(claimed)),
      )
    },
    byConnection: (): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>()
      for (const { connectionId } of running.keys()) counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1)
      return counts
    },
    idle: () => Promise.all(running.values()),
  }
}

/** Runs a look under the request that brought the booking to its state, counts it and logs it. It never throws. */
async function run(options: LookWorkerOptions, claimed: ClaimedLook): Promise<void> {
  const { log, metrics, tracing, lookAt, onFailure } = options
  const { bookingId, kind, looks, requestId, traceparent } = claimed
  const job = `look-${kind.toLowerCase()}`
  const start = {
    name: `process ${job}`,
    kind: 'CONSUMER',
    attributes: { 'messaging.operation.type': 'process', 'messaging.destination.name': job, 'booking.id': bookingId },
  } as const
  const startedAt = performance.now()
  function told(outcome: 'completed' | 'failed'): {
    readonly job: string
    readonly bookingId: string
    readonly ms: number
  } {
    const ms = performance.now() - startedAt
    metrics.observeJob(job, outcome, ms / SECOND_MS)
    return { job, bookingId, ms: Math.round(ms) }
  }
  await resumeTrace(
    tracing,
    { requestId, traceparent },
    {
      start,
      work: async () => {
        try {
          await lookAt(claimed)
          log.info({ ...told('completed'), looks }, 'booking looked at')
        } catch (error) {
          log.warn({ ...told('failed'), looks, err: error }, 'a look at a booking failed and will be repeated')
          await onFailure(claimed, error).catch((later: unknown) =>
            log.warn(
              { err: later, bookingId },
              'the next look at a booking could not be planned: its lease has to end first',
            ),
          )
        }
      },
    },
  )
}
