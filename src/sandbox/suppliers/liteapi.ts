import type { SandboxRequest, SandboxSupplier } from './exchange.ts'
import { parseJson } from './json-body.ts'
import { accountOf, answeredTo } from './liteapi/accounts.ts'
import { cancelBooking, createBooking, listBookings, listByDate, showBooking } from './liteapi/bookings.ts'
import { DATA_ROUTES } from './liteapi/data/routes.ts'
import { messageOf } from './liteapi/notification.ts'
import { LITEAPI } from './liteapi/offer-token.ts'
import { prebook } from './liteapi/prebook.ts'
import { ratesOperation, showRates } from './liteapi/rates.ts'
import { badRequest, serverError, tooManyRequests, unauthorized } from './liteapi/reply.ts'
import { findRoute, type SandboxRoute } from './routes.ts'
import { alterStored } from './stock/alter.ts'

const ROUTES: readonly SandboxRoute[] = [
  ...DATA_ROUTES,
  {
    method: 'POST',
    path: /^\/hotels\/rates$/,
    open: (deps, { body }) => {
      const asked = parseJson(body)
      return { operation: ratesOperation(asked), answer: () => showRates(deps, asked) }
    },
  },
  {
    method: 'POST',
    path: /^\/rates\/prebook$/,
    open: (deps, { body }) => ({ operation: 'price_check', answer: () => prebook(deps, parseJson(body)) }),
  },
  {
    method: 'POST',
    path: /^\/rates\/book$/,
    open: (deps, { body }) => ({ operation: 'book', answer: () => createBooking(deps, parseJson(body)) }),
  },
  {
    method: 'GET',
    path: /^\/bookings$/,
    open: (deps, { query }) => ({
      operation: 'find',
      answer: () => listBookings(deps, query.get('clientReference')),
    }),
  },
  {
    method: 'GET',
    path: /^\/bookings\/$/,
    open: (deps, { query }) => ({ operation: 'list_bookings', answer: () => listByDate(deps, query) }),
  },
  {
    method: 'GET',
    path: /^\/bookings\/([^/]+)$/,
    open: (deps, _request, [bookingId = '']) => ({ operation: 'retrieve', answer: () => showBooking(deps, bookingId) }),
  },
  {
    method: 'PUT',
    path: /^\/bookings\/([^/]+)$/,
    open: (deps, _request, [bookingId = '']) => ({ operation: 'cancel', answer: () => cancelBooking(deps, bookingId) }),
  },
]

/** LiteAPI v3.0 over the sandbox catalogue, after its official specification. Both its hosts are combined here. */
export const liteapiSandbox: SandboxSupplier = {
  code: LITEAPI,
  open: (deps, request: SandboxRequest) => {
    const account = accountOf(request.headers['x-api-key'])
    if (!account) return unauthorized()
    const call = findRoute(ROUTES, deps, request)
    return call
      ? { ...call, answer: async (fault) => answeredTo(account, await call.answer(fault)) }
      : badRequest('no such endpoint')
  },
  alter: alterStored,
  messageOf,
  faultReply: (_deps, fault) => (fault === '500' ? serverError() : tooManyRequests()),
}
