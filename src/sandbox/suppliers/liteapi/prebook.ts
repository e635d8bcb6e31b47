import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf, textOf } from '../json-body.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { awkwardOf, termsTextOf } from './awkward.ts'
import { LITEAPI, offerToken, readOfferToken } from './offer-token.ts'
import { amountView, commissionView, ratesView, suggestedView } from './rate-view.ts'
import { noAvailability, outdated, reply, wrongField } from './reply.ts'

/** `POST /rates/prebook`: reserves the offer at today's price. */
export function prebook(deps: SandboxDeps, raw: unknown): SandboxReply {
  const { offerId, usePaymentSdk } = fieldsOf(raw)
  if (textOf(offerId) === '' || typeof usePaymentSdk !== 'boolean') return wrongField('invalid offerId')
  const nowAt = deps.clock.now()
  const found = readOfferToken(deps.catalogue, 'offer', { token: textOf(offerId), nowAt })
  if (!found) return outdated()
  const { offer, request, sale } = found
  const awkward = awkwardOf(deps, offer)
  const suggested = suggestedView(offer, awkward)
  const { supplierHotelId, currency } = offer.property.listing
  const { priceCheck, changedPricePermille } = behaviourOf(LITEAPI, supplierHotelId)
  if (priceCheck === 'SOLD_OUT') return noAvailability()
  return reply({
    data: {
      prebookId: offerToken('prebook', offer, { request, sale, nowAt }),
      offerId,
      hotelId: supplierHotelId,
      checkin: request.checkInDate,
      checkout: request.checkOutDate,
      currency,
      termsAndConditions: termsTextOf(deps, offer),
      roomTypes: [{ rates: ratesView(deps, found, { ...sale, roomMapping: true }) }],
      ...(suggested ? { suggestedSellingPrice: suggested } : {}),
      commission: commissionView(offer, sale.margin).amount,
      price: amountView({ amountMinor: allRoomsMinor(offer.prices), currency }).amount,
      priceType: 'commission',
      priceDifferencePercent:
        priceCheck === 'PRICE_CHANGED'
          ? Math.round((changedPricePermille - 1_000) / 10)
          : Number(awkward?.flag === 'priceDifferencePercent'),
      cancellationChanged: awkward?.flag === 'cancellationChanged',
      boardChanged: awkward?.flag === 'boardChanged',
      supplier: 'nuitee',
      supplierId: 2,
      paymentTypes: ['NUITEE_PAY', 'PROPERTY_PAY'],
    },
  })
}
