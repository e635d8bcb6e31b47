import { HOUR_MS } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf } from '../json-body.ts'
import { findProperty } from '../stock/offer.ts'
import { HOTELBEDS } from './rate-key.ts'
import { invalidRequest, quotaUsedUp, reply } from './reply.ts'

/** The record of calls about single hotels: `count` since `sinceAt`. */
const CONTENT_CALLS = 'content_calls'
const SINGLE_HOTEL = 'single_hotel'

/** Whoever asks for content one by one, instead of in batches, is shut out. */
const MAX_AN_HOUR = 100

/** `GET /hotel-content-api/1.0/hotels/{code}/details`, which is counted: Hotelbeds wants content to be read in batches. */
export async function hotelDetails(deps: SandboxDeps, supplierHotelId: string): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  const known = fieldsOf(await deps.state.get(CONTENT_CALLS, SINGLE_HOTEL))
  const isFresh = Number(known['sinceAt'] ?? 0) + HOUR_MS > nowAt
  const count = isFresh ? Number(known['count']) + 1 : 1
  await deps.state.put(CONTENT_CALLS, SINGLE_HOTEL, { sinceAt: isFresh ? Number(known['sinceAt']) : nowAt, count })
  if (count > MAX_AN_HOUR) return quotaUsedUp()
  const property = findProperty(deps.catalogue, HOTELBEDS, supplierHotelId)
  if (!property) return invalidRequest(deps, 'The hotel does not exist')
  return reply(deps, { hotel: { code: Number(supplierHotelId), name: { content: property.hotel.names.en } } })
}
