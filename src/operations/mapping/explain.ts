import { cellOf, pointOf } from '../../mapping/blocking.ts'
import { cellsOf, chooseCandidates, toBlocked, toRegion } from '../../mapping/candidates.ts'
import { compareLikelihood, judgeAgainst } from '../../mapping/combined-verdict.ts'
import type { HotelFacts } from '../../mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../mapping/judge-hotels.ts'
import { withKnownPoint } from '../../mapping/repeated-points.ts'
import type { HotelVerdict } from '../../mapping/verdict.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { Deps } from '../deps.ts'
import { repeatedAt } from './judge-due.ts'
import { asFacts, MAX_SHOWN } from './proposal.ts'

type ExplainDeps = Pick<Deps, 'store'>

/** A verdict of now. `against` is whose description it was judged by: the catalogue's, or another listing's as SUPPLIER/ID. */
export type ExplainedVerdict = HotelVerdict & { readonly hotelId: number; readonly against: string }

export type Explanation = {
  readonly verdicts: readonly ExplainedVerdict[]
  /** Who was looked at to find the candidates; null when one hotel was asked about. */
  readonly looked: { readonly near: number; readonly byKey: number; readonly judged: number } | null
}

/** What the judge says now of a listing and one hotel: by the catalogue's description, and by each other listing of it. */
export async function explainPair(
  { store }: ExplainDeps,
  listing: ListingId,
  hotelId: number,
): Promise<Explanation | null> {
  const [told, [hotel], members] = await Promise.all([
    store.listings.factsOf(listing),
    store.hotelFacts.find([hotelId]),
    store.hotelFacts.members([hotelId]),
  ])
  if (!told || !hotel) return null
  const own = prepareHotel(await asJudged({ store }, asFacts(told)))
  const others = members.filter(
    ({ supplierCode, supplierHotelId }) =>
      supplierCode !== listing.supplierCode || supplierHotelId !== listing.supplierHotelId,
  )
  const verdicts = [
    { ...judgeHotels(own, prepareHotel(asFacts(hotel.facts))), hotelId, against: 'catalogue' },
    ...others.map(({ supplierCode, supplierHotelId, facts }) => ({
      ...judgeHotels(own, prepareHotel(asFacts(facts))),
      hotelId,
      against: `${supplierCode}/${supplierHotelId}`,
    })),
  ]
  return { verdicts, looked: null }
}

/** The hotels that a listing is likeliest to be, the best five first. */
export async function explainListing({ store }: ExplainDeps, listing: ListingId): Promise<Explanation | null> {
  const told = await store.listings.factsOf(listing)
  if (!told) return null
  const facts = await asJudged({ store }, asFacts(told))
  const { near, byKey, hotels } = await candidatesOf({ store }, facts)
  const own = prepareHotel(facts)
  const verdicts = hotels
    .map((hotel) => ({ ...judgeAgainst(own, prepareHotel(hotel.facts), []), hotelId: hotel.id, against: 'catalogue' }))
    .sort((a, b) => compareLikelihood(a, b) || a.hotelId - b.hotelId)
  return { verdicts: verdicts.slice(0, MAX_SHOWN), looked: { near, byKey, judged: verdicts.length } }
}

/** As `propose` judges it: by where its supplier puts others, too. */
async function asJudged(deps: ExplainDeps, facts: HotelFacts): Promise<HotelFacts> {
  const point = pointOf(facts)
  return point ? withKnownPoint(facts, await repeatedAt(deps, [cellOf(point)])) : facts
}

async function candidatesOf({ store }: ExplainDeps, facts: HotelFacts) {
  const blocked = toBlocked(0, facts)
  const found = await store.hotelFacts.inRegion(cellsOf(facts), [...blocked.keys])
  const region = toRegion(found.map((hotel) => toBlocked(hotel.hotelId, asFacts(hotel.facts))))
  const { chosen, near, byKey } = chooseCandidates(blocked, region)
  return { near, byKey, hotels: chosen }
}
