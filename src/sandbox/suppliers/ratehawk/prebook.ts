import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, textOf } from '../json-body.ts'
import { repriced } from '../stock/offer.ts'
import { hasLocalPrice, isAwkward } from './awkward.ts'
import { type HashedRate, RATEHAWK, readHash } from './hash.ts'
import { rateView } from './rate-view.ts'
import { done, invalidParams, refused } from './reply.ts'

/** The rate of a hash at today's price; null when the hash is invalid or has expired. */
export function readRate({ catalogue, clock }: SandboxDeps, kind: 'h' | 'p', hash: string): HashedRate | null {
  const rate = readHash(catalogue, kind, { hash, nowAt: clock.now() })
  if (!rate) return null
  const { priceCheck, changedPricePermille } = behaviourOf(RATEHAWK, rate.offer.property.listing.supplierHotelId)
  return priceCheck === 'PRICE_CHANGED' ? { ...rate, offer: repriced(rate.offer, changedPricePermille) } : rate
}

/**
 * `POST /hotel/prebook/`: returns the rate with a hash that can be booked. A rate whose price rose by more than allowed is not
 * available.
 */
export function prebook(deps: SandboxDeps, raw: unknown): SandboxReply {
  const { hash, price_increase_percent: allowed = 0 } = fieldsOf(raw)
  if (textOf(hash) === '' || textOf(hash).length > 256) return invalidParams(deps, 'invalid hash')
  const rate = readRate(deps, 'h', textOf(hash))
  if (!rate) return refused(deps, 'rate_not_found')
  const hid = rate.offer.property.listing.supplierHotelId
  const { priceCheck, changedPricePermille } = behaviourOf(RATEHAWK, hid)
  const rise = priceCheck === 'PRICE_CHANGED' ? (changedPricePermille - 1_000) / 10 : 0
  if (priceCheck === 'SOLD_OUT' || rise > Number(allowed)) return refused(deps, 'no_available_rates')
  const shown = {
    ...rate,
    isAwkward: isAwkward(deps, rate.offer),
    anyResidency: !hasLocalPrice(deps, rate.offer),
    nowAt: deps.clock.now(),
  }
  const view = rateView(deps.catalogue, 'p', shown)
  return done(deps, {
    hotels: [{ id: `hotel_${hid}`, hid: Number(hid), rates: [view] }],
    changes: { price_changed: rise !== 0 },
  })
}
