import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Listener } from '../platform/listener.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type OpenSpan, resumeTrace, type SpanStart, type Tracing } from '../platform/request-trace.ts'
import type { Seal } from '../platform/seal.ts'
import type { WebhookBatches } from '../store/webhook-batches.ts'
import type { ClaimedDelivery, WebhookQueue } from '../store/webhook-queue.ts'
import { type Attempted, attempt } from './attempt.ts'
import { TOTAL_TIMEOUT_MS, type WebhookSender } from './deliver.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { GIVE_UP } from './schedule.ts'
import { createKeyring } from './secrets.ts'
import { createSettlementBatcher } from './settlement-batcher.ts'

type RelayDeps = {
  readonly queue: WebhookQueue
  readonly batches: WebhookBatches
  readonly randomBytes: (size: number) => Uint8Array
  readonly courier: WebhookSender
  readonly seal: Seal
  readonly clock: Clock
  readonly listener: Listener
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observeDelivery' | 'observeDeliveryLag'>
  readonly tracing: Tracing | null
  /** A named point at which a test may kill the process; otherwise it does nothing. */
  readonly killPoint: (point: `relay:${'claimed' | 'delivered' | 'settled'}`) => void
}

export type Relay = {
  /** Stops claiming, finishes the attempts under way, and returns the other claimed deliveries. */
  readonly stop: () => Promise<void>
}

/** Longer than the longest attempt, including the time to settle it. */
const LEASE_MS = TOTAL_TIMEOUT_MS + 10 * SECOND_MS
/** The most concurrent deliveries. Waiting for an answer costs little: sixty slow endpoints must not use up all of them. */
const IN_FLIGHT = 1_000
/** The most deliveries per claim, and the free capacity at which a claim is worthwhile. */
const MOST_CLAIMED = 256
const ROOM_FOR_A_CLAIM = 32
/** How often deliveries are looked for without a wake-up. */
const BACKSTOP_MS = 5 * SECOND_MS

/** Sends due deliveries until it is stopped. Any number of relays may run: a lease assigns each delivery to one of them. */
export function startRelay(deps: RelayDeps): Relay {
  const keyring = createKeyring(deps.seal)
  const settler = createSettlementBatcher(deps.queue, (attempted) => tellEndpoint(deps, attempted), deps.log)
  const running = new Map<string, Promise<void>>()
  const leases = new Set<string>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false

  /**
   * Claims and sends due deliveries. Each claim has its own lease, so that the late result of an earlier claim of the same row
   * settles nothing.
   */
  async function look(): Promise<void> {
    let claimed: ClaimedDelivery[] = []
    do {
      const room = IN_FLIGHT - running.size
      if (stopped || room < ROOM_FOR_A_CLAIM) return
      const leaseId = randomUUID()
      leases.add(leaseId)
      claimed = await deps.queue.claim({ leaseId, leaseMs: LEASE_MS, limit: Math.min(room, MOST_CLAIMED) })
      deps.killPoint('relay:claimed')
      if (claimed.length === 0) leases.delete(leaseId)
      else start(leaseId, claimed)
    } while (claimed.length > 0)
    plan(await deps.queue.msUntilDue())
  }

  function start(leaseId: string, claimed: readonly ClaimedDelivery[]): void {
    let left = claimed.length
    for (const delivery of claimed) {
      const key = `${leaseId} ${delivery.deliveryId}`
      const work = send(leaseId, delivery)
        .catch((error: unknown) => deps.log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery failed'))
        .finally(() => {
          running.delete(key)
          left -= 1
          if (left === 0) leases.delete(leaseId)
          wake()
        })
      running.set(key, work)
    }
  }

  function send(leaseId: string, claimed: ClaimedDelivery): Promise<void> {
    deps.metrics.observeDeliveryLag(claimed.waitedMs / SECOND_MS)
    return resumeTrace(deps.tracing, claimed, {
      start: spanOf(claimed),
      work: (span) => deliver(leaseId, claimed, span),
    })
  }

  async function deliver(leaseId: string, claimed: ClaimedDelivery, span: OpenSpan | null): Promise<void> {
    const now = deps.clock.of(claimed.organizationId).now()
    const attempted = await attempt(deps.courier, {
      claimed,
      leaseId,
      now,
      realNow: deps.clock.real(),
      keys: () => keyring.keysOf(claimed, now),
      traceparent: span?.traceparent ?? null,
    })
    deps.killPoint('relay:delivered')
    deps.metrics.observeDelivery(outcomeOf(attempted), attempted.delivered.durationMs / SECOND_MS)
    tellAttempt(deps.log, attempted, span)
    await settler.settle(attempted)
    deps.killPoint('relay:settled')
  }

  function plan(ms: number | null): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(wake, Math.min(BACKSTOP_MS, Math.max(20, ms ?? BACKSTOP_MS)))
  }

  /** Runs one `look` at a time; a wake-up during it causes another one afterwards. */
  function wake(): void {
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
      await Promise.allSettled(running.values())
      await deps.queue.release([...leases])
      await deps.courier.close()
    },
  }
}

function spanOf({ endpointId, deliveryId, eventId }: ClaimedDelivery): SpanStart {
  return {
    name: 'POST webhook',
    kind: 'CLIENT',
    attributes: {
      'http.request.method': 'POST',
      'webhook.endpoint.id': endpointId,
      'webhook.delivery.id': deliveryId,
      'webhook.event.id': eventId,
    },
  }
}

/** Writes one log line and one span per attempt; the receiver's own texts are only stored in the row. */
function tellAttempt(log: Logger, { claimed, delivered, settlement }: Attempted, span: OpenSpan | null): void {
  const { deliveryId, endpointId, eventId } = claimed
  const { status, durationMs, error } = delivered
  const facts = { deliveryId, endpointId, eventId, attempt: settlement.attempt.attempt, status, ms: durationMs }
  if (settlement.status === 'DELIVERED') log.info(facts, 'webhook delivered')
  else log.info({ ...facts, error, becomes: settlement.status }, 'webhook not delivered')
  if (status !== null) span?.set({ 'http.response.status_code': status })
  if (settlement.status !== 'DELIVERED') span?.fail(status === null ? 'NO_ANSWER' : String(status))
}

function outcomeOf({ delivered: { status, error } }: Attempted): string {
  if (status !== null) return `${Math.floor(status / 100)}xx`
  return error?.startsWith('refused') ? 'refused' : error?.startsWith('no answer') ? 'timeout' : 'error'
}

/** Applies the consequences of a counted attempt to the endpoint, and so to its other deliveries. */
async function tellEndpoint(deps: RelayDeps, { claimed, delivered, settlement, pauseMs }: Attempted): Promise<void> {
  const { queue, log } = deps
  const { endpointId, isTroubled } = claimed
  if (settlement.status === 'DELIVERED') return isTroubled ? queue.succeeded(endpointId) : undefined
  if (delivered.status === 410 || delivered.wish === 'disable') return disableEndpoint(deps, endpointId, 'GONE')
  const { failingMs, occasions } = await queue.failed(endpointId, { pauseMs, apartMs: GIVE_UP.apartMs })
  if (failingMs < GIVE_UP.afterMs || occasions < GIVE_UP.occasions) return
  log.warn({ endpointId }, 'webhook endpoint disabled: it has only failed for 5 days')
  await disableEndpoint(deps, endpointId, 'FAILING')
}
