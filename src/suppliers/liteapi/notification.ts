import { hash } from 'node:crypto'
import { z } from 'zod'
import { HOUR_MS } from '../../domain/time.ts'
import type { Supplier } from '../supplier.ts'

const id = z
  .union([z.string().min(1).max(128), z.number()])
  .transform(String)
  .nullish()
  .catch(null)

const named = z.object({ bookingId: id, booking_id: id, clientReference: id, client_reference: id })

/** The names of events and the shape of their bodies are not published: the ids are looked for where they may be. */
const notificationSchema = named.extend({
  id,
  event: id,
  eventName: id,
  event_name: id,
  type: id,
  data: named.nullish().catch(null),
  booking: named.nullish().catch(null),
})

/** LiteAPI signs nothing that is published, so that nothing but the secret path proves a message: each is a hint. */
export const readNotification: NonNullable<Supplier['readNotification']> = (_connection, body, nowAt) => {
  const parsed = notificationSchema.safeParse(parseJson(body)).data
  if (!parsed) return null
  const places = [parsed, parsed.data, parsed.booking].flatMap((place) => place ?? [])
  const supplierBookingId = first(places.flatMap(({ bookingId, booking_id }) => [bookingId, booking_id]))
  const supplierReference = first(
    places.flatMap(({ clientReference, client_reference }) => [clientReference, client_reference]),
  )
  const event = first([parsed.event, parsed.eventName, parsed.event_name, parsed.type])
  // Events of price checks name no booking: they come as often as guests look, from the address of all the others.
  if (supplierBookingId === null && supplierReference === null) return event === null ? null : 'ABOUT_NOTHING'
  const kind = event ?? 'unknown'
  // Without an id of its own, the same body an hour later is another message.
  const messageId = parsed.id ?? `${Math.floor(nowAt / HOUR_MS)} ${hash('sha256', body)}`
  return {
    supplierReference,
    messageId,
    goodUntil: nowAt + HOUR_MS,
    unsigned: { kind: kind.slice(0, 64), supplierBookingId, email: null, text: null },
  }
}

function first(texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => text) ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
