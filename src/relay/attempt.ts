import { SECOND_MS } from '../domain/time.ts'
import type { ClaimedDelivery, Settlement } from '../store/webhook-queue.ts'
import { type Delivered, notSent, type WebhookSender } from './deliver.ts'
import { MAX_RETRY_AFTER_MS, nextDelayMs, parseRetryAfter } from './schedule.ts'
import { type SigningKeys, signatureHeaders } from './sign.ts'

/** The result of an attempt, for its delivery and for its endpoint. */
export type Attempted = {
  readonly claimed: ClaimedDelivery
  readonly delivered: Delivered
  readonly settlement: Settlement
  /** For how long the receiver asked to be left alone; null: it did not. */
  readonly pauseMs: number | null
}

type AttemptInput = {
  readonly claimed: ClaimedDelivery
  readonly leaseId: string
  /** Throws when the secrets cannot be opened. */
  readonly keys: () => readonly SigningKeys[]
  /** The time of the endpoint's organization, in which deliveries are planned. */
  readonly now: number
  /** Real time, in which the receiver lives: it checks the timestamp by its own clock, and asks for a pause by it. */
  readonly realNow: number
  /** The trace that the receiver may continue; null: there is none. */
  readonly traceparent: string | null
}

/** Signs and posts one delivery once, and decides how the delivery continues. Never throws. */
export async function attempt(courier: WebhookSender, input: AttemptInput): Promise<Attempted> {
  const { claimed, leaseId, now, realNow } = input
  const number = claimed.attemptCount + 1
  const delivered = await send(courier, number, input)
  const { status, delayMs, pauseMs } = judge(number, delivered, realNow)
  return {
    claimed,
    delivered,
    pauseMs,
    settlement: {
      deliveryId: claimed.deliveryId,
      leaseId,
      status,
      delayMs,
      attempt: {
        attempt: number,
        trigger: claimed.trigger,
        startedAt: now,
        durationMs: delivered.durationMs,
        ...delivered.timings,
        responseStatus: delivered.status,
        error: delivered.error,
        responseBodyExcerpt: delivered.bodyExcerpt,
      },
    },
  }
}

/** Sends a delivery. If it cannot even be sent (secrets that cannot be opened, an invalid URL), the attempt counts as failed. */
async function send(
  courier: WebhookSender,
  number: number,
  { claimed, keys, now, realNow, traceparent }: AttemptInput,
): Promise<Delivered> {
  try {
    const headers = {
      ...signatureHeaders({
        eventId: claimed.eventId,
        attemptedAtS: Math.floor(realNow / SECOND_MS),
        body: claimed.body,
        keys: keys(),
      }),
      'webhook-attempt': String(number),
      ...willRetry(number, now),
      ...(claimed.requestId === null ? {} : { 'x-request-id': claimed.requestId }),
      ...(traceparent === null ? {} : { traceparent }),
    }
    return await courier.deliver({
      url: claimed.url,
      organizationId: claimed.organizationId,
      headers,
      body: claimed.body,
    })
  } catch (error) {
    return notSent(`refused: cannot be sent: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** The approximate time of the next attempt if this one fails: for developers who read what they receive. */
function willRetry(number: number, now: number): Record<string, string> {
  const delayMs = nextDelayMs(number, null, 0.5)
  return delayMs === null ? {} : { 'webhook-will-retry-at': new Date(now + delayMs).toISOString() }
}

type Verdict = Pick<Settlement, 'status' | 'delayMs'> & Pick<Attempted, 'pauseMs'>

function ended(status: Verdict['status']): Verdict {
  return { status, delayMs: null, pauseMs: null }
}

function judge(number: number, { status, retryAfter, wish }: Delivered, realNow: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return ended('DELIVERED')
  if (wish === 'abort-message') return ended('DISCARDED')
  const asked = status === 429 || status === 503 ? parseRetryAfter(retryAfter, realNow) : null
  const delayMs = nextDelayMs(number, asked, Math.random())
  if (delayMs === null) return ended('FAILED')
  // The others need not wait until this delivery's next step.
  return { status: 'RETRYING', delayMs, pauseMs: asked === null ? null : Math.min(asked, MAX_RETRY_AFTER_MS) }
}
