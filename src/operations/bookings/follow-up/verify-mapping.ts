import type { HotelVerification, ListedHotel } from '../../../domain/mapping.ts'
import { checkMapped, type MappingCheck } from '../../../mapping/check-mapped.ts'
import { judgeAgainst } from '../../../mapping/combined-verdict.ts'
import type { HotelFacts } from '../../../mapping/hotel-facts.ts'
import { ENGINE_VERSION, prepareHotel } from '../../../mapping/judge-hotels.ts'
import type { HotelVerdict } from '../../../mapping/verdict.ts'
import type { Booking } from '../../../store/booking.ts'
import type { ListingId, SupplierHotel } from '../../../store/hotels.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { CallContext } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { followMappings } from '../../mapping/follow-mappings.ts'
import { factsOfHotel, namesOf } from '../../mapping/hotel-facts.ts'
import { asFacts } from '../../mapping/proposal.ts'
import { openFor } from '../../supplier-calls.ts'
import { openCase } from '../machinery/booking-cases.ts'

/** The supplier's listing from which a booking was sold. */
export function listingOf({ supplierCode, terms }: Booking): ListingId {
  return {
    supplierCode,
    supplierHotelId: terms.supplierHotelId,
  }
}

/** True while nobody has checked whether the listing of a hold is its hotel; until then the hold cannot be confirmed. */
export async function isUnverified(tx: StoreParts, booking: Booking): Promise<boolean> {
  return (await tx.hotels.listing(listingOf(booking)))?.verification === 'PENDING'
}

/** What becomes of a listing that is checked; null: a person has to decide. */
const VERIFICATION_OF: Readonly<Record<MappingCheck, Exclude<HotelVerification, 'PENDING'> | null>> = {
  CONFIRMED: 'VERIFIED',
  DOUBTED: null,
  REFUTED: 'UNVERIFIED',
}

/**
 * Decides whether the listing of a hold is the hotel that it is mapped to, by the supplier's own description of it. Returns true
 * when nothing is left to be decided here: a supplier that does not answer is asked again while the booking can still be confirmed; one
 * that cannot describe hotels, and a verdict that needs a person, leave the decision to `npm run admin -- mapping verify`.
 */
export async function verifyListing(deps: Deps, booking: Booking, context: CallContext): Promise<boolean> {
  const listing = await deps.store.hotels.listing(listingOf(booking))
  if (listing?.verification !== 'PENDING') return true
  const described = await describe(deps, { booking, listing, context })
  if (described === null) return false
  if (described === 'NEVER') return true
  const judged = described === 'UNLISTED' ? null : await judge(deps, listing, described)
  const verification = judged ? VERIFICATION_OF[checkMapped(judged)] : 'UNVERIFIED'
  if (verification === null)
    await openCase(deps.store, booking, { kind: 'MAPPING_DOUBT', detail: { score: judged?.score } })
  else await settle(deps, listing, { verification, judged, described })
  return true
}

type Settlement = {
  readonly verification: HotelVerification
  readonly judged: HotelVerdict | null
  readonly described: ListedHotel | 'UNLISTED'
}

async function settle(
  deps: Deps,
  listing: SupplierHotel,
  { verification, judged, described }: Settlement,
): Promise<void> {
  const { supplierCode, supplierHotelId, hotelId } = listing
  await deps.store.transaction(async (tx) => {
    const changed = await tx.mappings.change([
      {
        supplierCode,
        supplierHotelId,
        to: { hotelId, verification },
        decidedBy: 'ENGINE',
        actor: `engine@${ENGINE_VERSION}`,
        reason: 'HOLD_CHECK',
        score: judged?.score ?? null,
        evidence: judged?.evidence,
        // Somebody may have decided meanwhile.
        from: 'PENDING',
      },
    ])
    if (changed.length === 0) return
    await followMappings(tx, changed)
    await tx.audit.append(
      {
        organizationId: null,
        actor: 'system',
        action: `mapping.${verification.toLowerCase()}`,
        subject: `${supplierCode}/${supplierHotelId}`,
        details: { hotelId, described: described === 'UNLISTED' ? null : described },
      },
      deps.clock.real(),
    )
  })
}

/**
 * The supplier's description; NEVER when it cannot describe hotels, UNLISTED when it does not know this one, null when it does
 * not answer.
 */
async function describe(
  deps: Deps,
  {
    booking,
    listing,
    context,
  }: { readonly booking: Booking; readonly listing: SupplierHotel; readonly context: CallContext },
): Promise<ListedHotel | 'NEVER' | 'UNLISTED' | null> {
  const { supplier, call } = await openFor(deps, booking, { operation: 'describe_hotel', context })
  if (!supplier.describeHotel) return 'NEVER'
  const described = await supplier.describeHotel(call, listing.supplierHotelId)
  return described.ok ? (described.value ?? 'UNLISTED') : null
}

/** Judges what the supplier says now as a staged listing would be: against the hotel, and against its other listings. */
async function judge(deps: Deps, listing: SupplierHotel, described: ListedHotel): Promise<HotelVerdict | null> {
  const [hotel, names, members] = await Promise.all([
    deps.store.hotelFacts.describedHotel(listing.hotelId),
    namesOf(deps),
    deps.store.hotelFacts.members([listing.hotelId]),
  ])
  if (!hotel) return null
  const others = members.filter(({ supplierCode }) => supplierCode !== listing.supplierCode)
  return judgeAgainst(
    prepareHotel(factsOfDescribed(described, listing.supplierCode)),
    prepareHotel(factsOfHotel(hotel, names)),
    others.map(({ facts }) => prepareHotel(asFacts(facts))),
  )
}

function factsOfDescribed({ name, countryCode, point, placeHidden }: ListedHotel, supplierCode: string): HotelFacts {
  return {
    name,
    alternativeNames: null,
    formerNames: null,
    addressLines: null,
    postcode: null,
    city: null,
    countryCode,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    pointQuality: placeHidden === true ? 'APPROXIMATE' : null,
    phones: null,
    stars: null,
    chain: null,
    propertyType: null,
    supplierCode,
  }
}
