import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from './credentials.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest, SandboxSupplier } from './exchange.ts'
import { shopHotels, shopOperation } from './hotelbeds/availability.ts'
import { createBooking } from './hotelbeds/book.ts'
import { deleteBooking, listBookings, showBooking } from './hotelbeds/bookings.ts'
import { checkRates } from './hotelbeds/check-rates.ts'
import { openPhoto } from './hotelbeds/content/photos.ts'
import { EVALUATION_KEY } from './hotelbeds/content/quota.ts'
import { CONTENT_ROUTES } from './hotelbeds/content/routes.ts'
import { HOTELBEDS } from './hotelbeds/rate-key.ts'
import { invalidRequest, quotaUsedUp, systemError, tooManyQueries, unsigned } from './hotelbeds/reply.ts'
import { parseJson } from './json-body.ts'
import { findRoute, type SandboxRoute } from './routes.ts'
import { alterStored } from './stock/alter.ts'

const ROUTES: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: /^\/hotels$/,
    open: (deps, { body }) => {
      const asked = parseJson(body)
      return { operation: shopOperation(asked), answer: () => shopHotels(deps, asked) }
    },
  },
  {
    method: 'POST',
    path: /^\/checkrates$/,
    open: (deps, { body }) => ({ operation: 'price_check', answer: () => checkRates(deps, parseJson(body)) }),
  },
  {
    method: 'POST',
    path: /^\/bookings$/,
    open: (deps, { body }) => ({ operation: 'book', answer: () => createBooking(deps, parseJson(body)) }),
  },
  {
    method: 'GET',
    path: /^\/bookings$/,
    open: (deps, { query }) => ({ operation: 'find', answer: () => listBookings(deps, query) }),
  },
  {
    method: 'GET',
    path: /^\/bookings\/([^/]+)$/,
    open: (deps, _request, [bookingId = '']) => ({
      operation: 'retrieve',
      answer: () => showBooking(deps, bookingId),
    }),
  },
  {
    method: 'DELETE',
    path: /^\/bookings\/([^/]+)$/,
    open: (deps, { query }, [bookingId = '']) => {
      const flag = query.get('cancellationFlag')
      return {
        operation: flag === 'SIMULATION' ? 'cancellation_quote' : 'cancel',
        answer: () => deleteBooking(deps, bookingId, flag),
      }
    },
  },
  ...CONTENT_ROUTES,
]

const CLOCK_TOLERANCE_S = (5 * MINUTE_MS) / SECOND_MS
const { apiKey, secret } = SANDBOX_CREDENTIALS.hotelbeds

/** The signature does not contain its time, so every second within the tolerance is tried, the nearest first. */
function isSigned({ headers }: SandboxRequest, nowAt: number): boolean {
  const given = Buffer.from(headers['x-signature'] ?? '')
  const key = headers['api-key'] ?? ''
  if ((key !== apiKey && key !== EVALUATION_KEY) || given.length !== 64) return false
  const now = Math.floor(nowAt / SECOND_MS)
  for (let away = 0; away <= CLOCK_TOLERANCE_S; away++)
    for (const second of [now - away, now + away]) {
      const expected = Buffer.from(createHash('sha256').update(`${key}${secret}${second}`).digest('hex'))
      if (timingSafeEqual(given, expected)) return true
    }
  return false
}

/** Hotelbeds' Hotel Booking API 1.0 over the sandbox catalogue, after its public documentation. */
export const hotelbedsSandbox: SandboxSupplier = {
  code: HOTELBEDS,
  open: (deps: SandboxDeps, request): ReturnType<SandboxSupplier['open']> => {
    const photo = openPhoto(request)
    if (photo) return photo
    if (!isSigned(request, deps.clock.now())) return unsigned()
    return findRoute(ROUTES, deps, request) ?? noSuchPath(deps)
  },
  alter: alterStored,
  faultReply: (deps, fault) =>
    fault === '500' ? systemError(deps) : fault === '429' ? tooManyQueries() : quotaUsedUp(),
}

function noSuchPath(deps: SandboxDeps): SandboxReply {
  return invalidRequest(deps, 'The request is not valid')
}
