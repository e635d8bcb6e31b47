import { API_KEY_ROUTES } from './routes/api-keys.ts'
import { BOOKING_ROUTES } from './routes/bookings.ts'
import type { Route } from './routes/route.ts'
import { SEARCH_ROUTES } from './routes/search.ts'
import { WEBHOOK_ROUTES } from './routes/webhooks.ts'

/** The contract's operations as data: the server, the OpenAPI document and the tests are generated from them. */
export const ROUTES: readonly Route[] = [...SEARCH_ROUTES, ...BOOKING_ROUTES, ...WEBHOOK_ROUTES, ...API_KEY_ROUTES]
