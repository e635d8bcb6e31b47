import type { OfferView } from '../../domain/contract/offer.ts'
import type { Problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { offerIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { offerView } from './offer-view.ts'

/** Returns an offer that has not expired. Another organization's offer gets the same answer as an unknown id. */
export async function getOffer(deps: Deps, caller: Caller, raw: unknown): Promise<Result<OfferView, Problem>> {
  const input = parseInput(offerIdInput, raw)
  if (!input.ok) return input
  const offer = await deps.store.offers.find(caller.organizationId, caller.environment, input.value.offerId)
  const now = deps.clock.of(caller.organizationId).now()
  return offer && offer.expiresAt > now
    ? ok(offerView(offer, now, caller.language))
    : err(notFound('OFFER_NOT_FOUND', 'offer', input.value.offerId))
}
