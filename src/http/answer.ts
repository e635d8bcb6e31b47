import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BookingStatusData } from '../domain/contract/booking.ts'
import type { PrebookView } from '../domain/contract/offer.ts'
import type { SearchData } from '../domain/contract/search.ts'
import { toWire } from '../domain/wire.ts'
import type { BookingAnswer } from '../operations/gateway.ts'
import { createSideField } from '../platform/side-field.ts'
import { isKnownTag } from './known-tag.ts'
import { sendBytes, sendJson } from './respond.ts'
import type { Route } from './routes/route.ts'
import { searchAnswer } from './search-text.ts'

function bookingMessage({ status }: BookingStatusData): string {
  return `booking is ${status}`
}

/** Wraps a result in the envelope of contract 2.1; the route's `answer` decides its form. */
function envelope(route: Route, view: unknown): Record<string, unknown> {
  const version = { contract_version: route.version }
  if (route.answer === 'PREBOOK') {
    const { status, ...data } = view as PrebookView
    return { ...version, status, message: route.message, data: toWire(data) }
  }
  if (route.answer === 'BOOKING') {
    const booking = view as BookingStatusData
    return {
      ...version,
      success: booking.status !== 'FAILED',
      message: bookingMessage(booking),
      data: toWire(booking),
    }
  }
  const data = route.listName ? { [route.listName]: toWire(view) } : toWire(view)
  return { ...version, success: true, message: route.message, data }
}

export function sendAnswer(
  route: Route,
  { request, reply, view }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly view: unknown },
): FastifyReply {
  if (route.answer === 'KEYED_BOOKING') {
    const { booking, replayed } = view as BookingAnswer
    if (replayed) reply.header('idempotent-replayed', 'true')
    return sendJson(reply, 200, envelope({ ...route, answer: 'BOOKING' }, booking))
  }
  if (route.operation === 'searchHotels') {
    const start = { contract_version: route.version, success: true, message: route.message }
    // The route's operation returns this type.
    return sendBytes(reply, searchAnswer(start, view as SearchData))
  }
  if (route.maxAgeSeconds !== undefined) return sendCacheable(route, { request, reply, view: Object(view) as object })
  return sendJson(reply, route.status ?? 200, envelope(route, view))
}

type CacheableText = { readonly text: string; readonly etag: string }

/** The texts of views that are cached: a page about a hotel is the same object until the hotel changes. */
const texts = createSideField<CacheableText>()

function cacheableText(route: Route, view: object): CacheableText {
  const known = texts.get(view)
  if (known) return known
  const text = JSON.stringify(envelope(route, view))
  const made = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  texts.set(view, made)
  return made
}

/** Sends what changes seldom. Clients cache it and revalidate with If-None-Match; it differs by language and by key. */
function sendCacheable(
  route: Route,
  { request, reply, view }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly view: object },
): FastifyReply {
  const { text, etag } = cacheableText(route, view)
  reply
    .header('cache-control', `private, max-age=${route.maxAgeSeconds}`)
    .header('vary', 'x-api-key, language, accept-language')
    .header('etag', etag)
  if (isKnownTag(request, etag)) return reply.code(304).send()
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(text)
}
