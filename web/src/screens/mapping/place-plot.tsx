import { PointMap } from '../../kit/point-map.tsx'
import type { Facts, Pair } from './documents.ts'

type At = { readonly latitude: number; readonly longitude: number }

function placeOf(told: Pick<Facts, 'latitude' | 'longitude'> | null): At | null {
  if (!told || told.latitude === null || told.longitude === null) return null
  return { latitude: told.latitude, longitude: told.longitude }
}

/** How many other likely hotels are drawn. */
const OTHERS = 2

/** The listing, the hotel, the hotel's other listings and the next likely hotels. */
export function PlacePlot({ pair: { listing, hotel, hotelListings, candidates } }: { readonly pair: Pair }) {
  const own = placeOf(listing.facts)
  const asked = hotel && (placeOf(hotel.facts) ?? hotel)
  const members = hotelListings.filter(({ id }) => id !== listing.id)
  const others = candidates.filter((one) => one.hotel.id !== hotel?.id).slice(0, OTHERS)
  const points = [
    ...(own ? [{ id: listing.id, label: listing.supplierCode, tone: 'accent' as const, ...own }] : []),
    ...(asked
      ? [
          {
            id: 'hotel',
            label: `hotel ${hotel.id}`,
            tone: 'warn' as const,
            latitude: asked.latitude,
            longitude: asked.longitude,
          },
        ]
      : []),
    ...members.flatMap(({ id, supplierCode, facts }) => {
      const at = placeOf(facts)
      return at ? [{ id, label: supplierCode, tone: 'quiet' as const, ...at }] : []
    }),
    ...others.map((one) => ({
      id: `other-${one.hotel.id}`,
      label: `hotel ${one.hotel.id}`,
      tone: 'quiet' as const,
      latitude: one.hotel.latitude,
      longitude: one.hotel.longitude,
    })),
  ]
  return (
    <>
      <PointMap points={points} what="Where they are" size={220} />
      {listing.facts && !own && <p className="quiet">The supplier tells no point.</p>}
      {own && listing.facts?.pointQuality && listing.facts.pointQuality !== 'EXACT' && (
        <p className="quiet">The listing’s point is {listing.facts.pointQuality.toLowerCase()}.</p>
      )}
    </>
  )
}
