import { randomUUID } from 'node:crypto'
import type { Instant } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import { accountOf } from './accounts.ts'
import { writtenDown } from './alter.ts'
import { amenitiesOf } from './amenity.ts'
import { awkwardOf } from './awkward.ts'
import { type CreateBody, parseCreateBody } from './create-body.ts'
import { ITINERARY, itineraryIdOf, type StoredItinerary, type StoredRoom, toRecord } from './itinerary.ts'
import { holdLinks, retrieveLink } from './itinerary-view.ts'
import { findOffer, holdDeadlineOf, type Offer, RAPID, repriced } from './offer.ts'
import { type InputFault, invalidInput, linkInvalid, reply, roomsUnavailable } from './reply.ts'
import { fromRateFacts, laterShopper, ofAccount, type RateTerms, shopperOf } from './terms.ts'
import { openToken } from './token.ts'

type CreateInput = { readonly token: string | null; readonly request: SandboxRequest }

/**
 * `POST /v3/itineraries`: books, or holds with `hold: true`. A reference can be used only once: a second create under it gets 400
 * `duplicate_itinerary`, even after the first was cancelled.
 */
export async function createItinerary(deps: SandboxDeps, input: CreateInput): Promise<SandboxReply> {
  const nowAt = deps.clock.now()
  const facts = openToken('book', input.token, nowAt)
  const shown = ofAccount(facts && fromRateFacts(facts), input.request)
  const terms = shown && { ...shown, shopper: laterShopper(shown.shopper, shopperOf(input.request)) }
  const found = terms && findOffer(deps.catalogue, terms)
  if (!found || !terms) return linkInvalid(deps)
  const { priceCheck, changedPricePermille, book } = behaviourOf(RAPID, terms.propertyId)
  const offer = repriced(found, changedPricePermille)
  const { body, faults } = parseCreateBody(input.request.body, terms.occupancies.length)
  const wrong = [
    ...contentTypeFaults(input.request.headers['content-type'] ?? ''),
    ...faults,
    ...holdFaults(body, offer),
    ...travellerFaults(shown.shopper.customerIp, input.request),
  ]
  if (wrong.length > 0) return invalidInput(deps, wrong)
  if (book === 'REFUSED' || priceCheck === 'SOLD_OUT') return roomsUnavailable(deps)
  if (book === 'REQUEST_LOST') return { ...reply(deps, 500), lost: true }
  const itinerary = await writtenDown(deps, toItinerary({ deps, body, offer, terms, nowAt }))
  const isNew = await deps.state.create(ITINERARY, itinerary.itinerary_id, toRecord(itinerary))
  if (!isNew) return invalidInput(deps, [duplicate(body)])
  return { ...created(deps, itinerary), lost: book === 'ANSWER_LOST' }
}

function contentTypeFaults(contentType: string): InputFault[] {
  return /^application\/json\b/i.test(contentType)
    ? []
    : [
        {
          type: 'content_type.invalid',
          message: 'Content-Type must be application/json.',
          fields: [{ name: 'Content-Type', type: 'header', value: contentType }],
        },
      ]
}

/** Only the strict account compares the guest's address with that of the price check. */
function travellerFaults(checkedFrom: string | null, request: SandboxRequest): InputFault[] {
  const value = request.headers['customer-ip'] ?? ''
  if (!accountOf(request)?.isStrictAboutTravellers || checkedFrom === value) return []
  return [
    {
      type: 'customer_ip.invalid',
      message: 'Customer-Ip must be that of the price check.',
      fields: [{ name: 'Customer-Ip', type: 'header', value }],
    },
  ]
}

function holdFaults({ hold }: CreateBody, { holdable }: Offer): InputFault[] {
  return hold && !holdable
    ? [
        {
          type: 'hold.not_supported',
          message: 'This rate cannot be held.',
          fields: [{ name: 'hold', type: 'body', value: 'true' }],
        },
      ]
    : []
}

function duplicate({ affiliateReferenceId }: CreateBody): InputFault {
  return {
    type: 'duplicate_itinerary',
    message: 'An itinerary already exists with this affiliate reference id.',
    fields: [{ name: 'affiliate_reference_id', type: 'body', value: affiliateReferenceId ?? '' }],
  }
}

function created(deps: SandboxDeps, { itinerary_id, holdDeadlineAt }: StoredItinerary): SandboxReply {
  return reply(deps, 201, {
    itinerary_id,
    links: { retrieve: retrieveLink(itinerary_id), ...(holdDeadlineAt === null ? {} : holdLinks(itinerary_id)) },
  })
}

type Booked = {
  readonly deps: SandboxDeps
  readonly body: CreateBody
  readonly offer: Offer
  readonly terms: RateTerms
  readonly nowAt: Instant
}

function toItinerary({ deps, body, offer, terms, nowAt }: Booked): StoredItinerary {
  const itineraryId = itineraryIdOf(body.affiliateReferenceId ?? randomUUID())
  const isBookedAtOnce = behaviourOf(RAPID, terms.propertyId).quirk === 'HOLD_NOT_HELD'
  return {
    itinerary_id: itineraryId,
    affiliate_reference_id: body.affiliateReferenceId,
    email: body.email,
    phone: body.phone,
    billingContact: body.billingContact,
    propertyId: terms.propertyId,
    rateId: offer.rateId,
    bedGroupId: offer.bedGroupId,
    amenityIds: Object.keys(amenitiesOf(offer.plan.board, awkwardOf(deps, offer))),
    checkInDate: terms.checkInDate,
    checkOutDate: terms.checkOutDate,
    timeZone: offer.property.hotel.timeZone,
    cancel: offer.cancel,
    rooms: offer.prices.map((price, index) => toRoom(itineraryId, index, { terms, body, price })),
    createdAt: nowAt,
    holdDeadlineAt: body.hold && !isBookedAtOnce ? holdDeadlineOf(offer, terms.shoppedAt, nowAt) : null,
    resumedAt: null,
    refusedResumes: 0,
    sessions: terms.shopper.sessions,
    apiKey: terms.shopper.apiKey,
  }
}

interface RoomFacts {
  readonly terms: RateTerms
  readonly body: CreateBody
  readonly price: StoredRoom['price']
}

function toRoom(itineraryId: string, index: number, { terms, body, price }: RoomFacts): StoredRoom {
  const guest = body.rooms[index]
  return {
    id: `${itineraryId.slice(-8)}${index}`,
    expediaConfirmation: `${itineraryId.slice(-9)}${index}`,
    occupancy: terms.occupancies[index] ?? '',
    givenName: guest?.givenName ?? '',
    familyName: guest?.familyName ?? '',
    smoking: guest?.smoking ?? false,
    specialRequest: guest?.specialRequest ?? null,
    price,
    canceledAt: null,
    refundMinor: null,
  }
}
