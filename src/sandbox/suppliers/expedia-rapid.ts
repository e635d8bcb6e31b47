import type { SandboxCall, SandboxDeps, SandboxReply, SandboxRequest, SandboxSupplier } from './exchange.ts'
import { refuseForeignProfile } from './expedia-rapid/accounts.ts'
import { alterItinerary } from './expedia-rapid/alter.ts'
import { refuseBareHeaders, refuseUnsigned } from './expedia-rapid/authenticate.ts'
import { shopProperties, shopProperty } from './expedia-rapid/availability.ts'
import { cancelRoom, releaseItinerary, resumeItinerary } from './expedia-rapid/change.ts'
import { openFile } from './expedia-rapid/content/files.ts'
import { CONTENT_ROUTES } from './expedia-rapid/content/routes.ts'
import { createItinerary } from './expedia-rapid/create.ts'
import { forcedAnswer } from './expedia-rapid/forced.ts'
import { messageOf, showUndelivered } from './expedia-rapid/notification.ts'
import { checkPrice } from './expedia-rapid/price-check.ts'
import { notFound, serverError, tooManyRequests } from './expedia-rapid/reply.ts'
import { findItineraries, isOfAnotherAccount, noteSession, retrieveItinerary } from './expedia-rapid/retrieve.ts'
import { findRoute, type SandboxRoute } from './routes.ts'

/** A search asks for few rates; a request for more than this many is a room search. */
const BEST_RATES = 10

/**
 * A request for one hotel, about all rates and for more than `BEST_RATES` rates, is a room search; every other request is a
 * search.
 */
function shopOperation(query: URLSearchParams): 'rooms' | 'search' {
  return query.getAll('property_id').length === 1 &&
    !query.getAll('filter').includes('refundable') &&
    Number(query.get('rate_plan_count')) > BEST_RATES
    ? 'rooms'
    : 'search'
}

const ROUTES: readonly SandboxRoute[] = [
  ...CONTENT_ROUTES,
  {
    method: 'GET',
    path: /^\/v3\/properties\/availability$/,
    open: (deps, request) => ({
      operation: shopOperation(request.query),
      answer: () => shopProperties(deps, request),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/properties\/([^/]+)\/availability$/,
    open: (deps, request, [propertyId = '']) => ({
      operation: 'rooms',
      answer: () => shopProperty(deps, { propertyId, token: request.query.get('token'), request }),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/properties\/([^/]+)\/rooms\/([^/]+)\/rates\/([^/]+)$/,
    open: (deps, request, [propertyId = '', roomId = '', rateId = '']) => ({
      operation: 'price_check',
      answer: () => checkPrice(deps, { propertyId, roomId, rateId, token: request.query.get('token'), request }),
    }),
  },
  {
    method: 'POST',
    path: /^\/v3\/itineraries$/,
    open: (deps, request) => ({
      operation: 'book',
      answer: () => createItinerary(deps, { token: request.query.get('token'), request }),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/itineraries$/,
    open: (deps, request) => ({
      operation: 'find',
      answer: () =>
        findItineraries(deps, {
          affiliateReferenceId: request.query.get('affiliate_reference_id'),
          email: request.query.get('email'),
          request,
        }),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/itineraries\/([^/]+)$/,
    open: (deps, { query }, [itineraryId = '']) => ({
      operation: 'retrieve',
      answer: () => retrieveItinerary(deps, { itineraryId, token: query.get('token'), email: query.get('email') }),
    }),
  },
  {
    method: 'PUT',
    path: /^\/v3\/itineraries\/([^/]+)$/,
    open: (deps, { query }, [itineraryId = '']) => ({
      operation: 'confirm_hold',
      answer: () => resumeItinerary(deps, { itineraryId, token: query.get('token') }),
    }),
  },
  {
    method: 'DELETE',
    path: /^\/v3\/itineraries\/([^/]+)$/,
    open: (deps, { query }, [itineraryId = '']) => ({
      operation: 'cancel',
      answer: () => releaseItinerary(deps, { itineraryId, token: query.get('token') }),
    }),
  },
  {
    method: 'DELETE',
    path: /^\/v3\/itineraries\/([^/]+)\/rooms\/([^/]+)$/,
    open: (deps, { query }, [itineraryId = '', roomId = '']) => ({
      operation: 'cancel',
      answer: () => cancelRoom(deps, { itineraryId, roomId, token: query.get('token') }),
    }),
  },
  {
    method: 'GET',
    path: /^\/v3\/notifications$/,
    open: (deps, { query }) => ({
      operation: 'undelivered',
      answer: () => (query.get('undeliverable') === 'true' ? showUndelivered(deps) : notFound(deps)),
    }),
  },
]

/** The call that a request makes; the header `Test` decides its answer where it demands one. */
function openRoute(deps: SandboxDeps, request: SandboxRequest): SandboxCall | null {
  const call = findRoute(ROUTES, deps, request)
  if (!call) return null
  return {
    ...call,
    answer: async (fault) => {
      const forced = forcedAnswer(deps, call.operation, request)
      if (forced) return forced
      const [, itineraryId] = /^\/v3\/itineraries\/([^/]+)/.exec(request.path) ?? []
      if (itineraryId !== undefined) {
        if (await isOfAnotherAccount(deps, itineraryId, request)) return notFound(deps)
        await noteSession(deps, itineraryId, request)
      }
      return call.answer(fault)
    },
  }
}

/** Expedia Group's Rapid API v3 over the sandbox catalogue, after its official specification. */
export const rapidSandbox: SandboxSupplier = {
  code: 'expedia_rapid',
  open: (deps, request): SandboxCall | SandboxReply =>
    openFile(deps, request) ??
    refuseUnsigned(deps, request) ??
    refuseBareHeaders(deps, request) ??
    refuseForeignProfile(deps, request) ??
    openRoute(deps, request) ??
    notFound(deps),
  alter: alterItinerary,
  messageOf,
  faultReply: (deps, fault) =>
    fault === '500' ? serverError(deps) : tooManyRequests(deps, fault === '429' ? 'MINUTE' : 'DAY'),
}
