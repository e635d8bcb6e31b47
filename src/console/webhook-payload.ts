import type { Core } from '../core.ts'
import type { WebhookDelivery } from '../store/webhook-deliveries.ts'

/** What an endpoint is sent. */
export type SentDelivery = {
  readonly body: string
  readonly isMasked: boolean
  readonly bytes: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The fields of a body that tell of people: domain/personal-data.ts. JSON.stringify has written them, and escaped each quote in them. */
const PEOPLE = /"(hotel_confirmation_note|hotel_contact_phone|hotel_contact_name)":"(?:[^"\\]|\\.)*"/g

/** A body of an event without what it tells of people. */
export function withoutPeople(body: string): string {
  return body.replaceAll(PEOPLE, '"$1":"•••"')
}

/** The body and the headers of a delivery; null: its event is no longer kept. `isOwn`: whoever asks may see the people in it. */
export async function sentDelivery(
  { store }: Pick<Core, 'store'>,
  { deliveryId, eventId, attempts }: Pick<WebhookDelivery, 'deliveryId' | 'eventId' | 'attempts'>,
  isOwn: boolean,
): Promise<SentDelivery | null> {
  const event = await store.webhookHealth.eventOf(deliveryId)
  if (!event) return null
  const body = isOwn ? event.body : withoutPeople(event.body)
  const last = attempts.at(-1)
  const told: readonly (readonly [string, string | null])[] = [
    ['webhook-id', eventId],
    ['webhook-timestamp', last ? 'the second of each attempt, by the gateway’s clock' : null],
    ['webhook-signature', 'made at each attempt from id, timestamp and body; not kept'],
    ['webhook-attempt', last ? String(last.attempt) : null],
    ['x-request-id', event.requestId],
    ['traceparent', event.traceparent],
    ['content-type', 'application/json'],
    ['user-agent', 'hotel-distribution-gateway-webhooks/1'],
  ]
  return {
    body,
    isMasked: body !== event.body,
    bytes: Buffer.byteLength(event.body),
    headers: told.flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
  }
}
