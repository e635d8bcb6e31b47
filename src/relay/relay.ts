import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Listener } from '../platform/listener.ts'
import type { Logger } from '../platform/logger.ts'
import type { Seal } from '../platform/seal.ts'
import type { ClaimedDelivery, WebhookQueue } from '../store/webhook-queue.ts'
import { type Courier, type Delivered, TOTAL_TIMEOUT_MS } from './deliver.ts'
import { GIVE_UP_AFTER_MS, nextDelayMs, parseRetryAfter } from './schedule.ts'
import { signingKeys } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

export type RelayDeps = {
  readonly queue: WebhookQueue
  readonly courier: Courier
  readonly seal: Seal
  readonly clock: Clock
  readonly listener: Listener
  readonly log: Logger
}

export type Relay = {
  /** Claims nothing more, ends what is under way, gives back the rest. */
  readonly stop: () => Promise<void>
}

/** Longer than the longest attempt: connect, total, and time to settle. */
const LEASE_MS = TOTAL_TIMEOUT_MS + 10 * SECOND_MS
const IN_FLIGHT = 64
const PER_ENDPOINT = 8
/** Looks this often even when nothing woke it. */
const BACKSTOP_MS = 5 * SECOND_MS

/** Works deliveries off until it is stopped. Any number of relays may run: a lease keeps each delivery with one of them. */
export const startRelay = (deps: RelayDeps): Relay => {
  const leaseId = randomUUID()
  const running = new Set<Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false

  const look = async (): Promise<void> => {
    let claimed: ClaimedDelivery[] = []
    do {
      const room = IN_FLIGHT - running.size
      if (stopped || room <= 0) return
      claimed = await deps.queue.claim({ leaseId, leaseMs: LEASE_MS, limit: room, perEndpoint: PER_ENDPOINT })
      for (const delivery of claimed) start(delivery)
    } while (claimed.length > 0)
    plan(await deps.queue.msUntilDue())
  }

  const start = (delivery: ClaimedDelivery): void => {
    const work = attempt(deps, leaseId, delivery)
      .catch((error: unknown) => deps.log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery failed'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }

  const plan = (ms: number | null): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(wake, Math.min(BACKSTOP_MS, Math.max(20, ms ?? BACKSTOP_MS)))
  }

  /** One look at a time; a wake-up during a look makes another one follow. */
  const wake = (): void => {
    if (stopped) return
    if (looking) {
      lookAgain = true
      return
    }
    looking = look()
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'deliveries could not be claimed')
        plan(null)
      })
      .finally(() => {
        looking = null
        if (lookAgain) {
          lookAgain = false
          wake()
        }
      })
  }

  const unlisten = deps.listener.listen('webhook_deliveries', wake)
  const unshift = deps.clock.onShift(wake)
  wake()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      unlisten()
      unshift()
      await looking
      await Promise.allSettled(running)
      await deps.queue.release(leaseId)
      await deps.courier.close()
    },
  }
}

const attempt = async (deps: RelayDeps, leaseId: string, claimed: ClaimedDelivery): Promise<void> => {
  const startedAt = deps.clock.now()
  const keys = signingKeys(deps.seal, claimed.secrets, startedAt)
  const headers = {
    ...signatureHeaders(claimed.eventId, Math.floor(startedAt / SECOND_MS), claimed.body, keys),
    'webhook-attempt': String(claimed.attemptCount + 1),
  }
  const delivered = await deps.courier.deliver({ url: claimed.url, headers, body: claimed.body })
  const verdict = judge(claimed, delivered, startedAt)
  const settled = await deps.queue.settle({
    deliveryId: claimed.deliveryId,
    leaseId,
    status: verdict.status,
    delayMs: verdict.delayMs,
    attempt: {
      attempt: claimed.attemptCount + 1,
      trigger: claimed.trigger,
      startedAt: new Date(startedAt),
      durationMs: delivered.durationMs,
      responseStatus: delivered.status,
      error: delivered.error,
      responseBodyExcerpt: delivered.bodyExcerpt,
    },
  })
  if (settled) await tellEndpoint(deps, claimed, delivered, verdict)
}

type Verdict = {
  readonly status: 'DELIVERED' | 'RETRYING' | 'FAILED' | 'DISCARDED'
  readonly delayMs: number | null
  /** What the receiver asked everybody to wait for. */
  readonly pauseMs: number | null
}

const judge = (claimed: ClaimedDelivery, { status, retryAfter, wish }: Delivered, now: number): Verdict => {
  if (status !== null && status >= 200 && status < 300) return { status: 'DELIVERED', delayMs: null, pauseMs: null }
  if (wish === 'abort-message') return { status: 'DISCARDED', delayMs: null, pauseMs: null }
  const waits = status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : null
  const delayMs = nextDelayMs(claimed.attemptCount + 1, waits, Math.random())
  if (delayMs === null) return { status: 'FAILED', delayMs: null, pauseMs: null }
  return { status: 'RETRYING', delayMs, pauseMs: waits === null ? null : delayMs }
}

const tellEndpoint = async (
  { queue, log }: RelayDeps,
  { endpointId }: ClaimedDelivery,
  { status, wish }: Delivered,
  verdict: Verdict,
): Promise<void> => {
  if (verdict.status === 'DELIVERED') return queue.succeeded(endpointId)
  if (status === 410 || wish === 'disable') return queue.disable(endpointId, 'GONE')
  const failingMs = await queue.failed(endpointId, verdict.pauseMs)
  if (failingMs < GIVE_UP_AFTER_MS) return
  log.warn({ endpointId }, 'webhook endpoint disabled: it has only failed for 5 days')
  await queue.disable(endpointId, 'FAILING')
}
