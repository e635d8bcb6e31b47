import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type Facts = {
  readonly name: string
  readonly alternativeNames: readonly string[]
  readonly formerNames: readonly string[]
  readonly addressLines: readonly string[]
  readonly postcode: string | null
  readonly city: string | null
  readonly countryCode: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly pointQuality: string | null
  readonly phones: readonly string[]
  readonly stars: number | null
  readonly chain: string | null
  readonly propertyType: string | null
}

export type Question = {
  readonly listing: string
  readonly supplierCode: string
  readonly why: string
  readonly hotelId: number | null
  readonly score: number | null
  readonly value: number | null
  readonly others: number
  readonly since: string
  readonly listingFacts: Pick<Facts, 'name' | 'city' | 'countryCode'>
  readonly hotelFacts: Pick<Facts, 'name'> | null
}

export type QueueFilters = {
  readonly supplier?: string | null
  readonly country?: string | null
  readonly place?: number | null
  readonly why?: string | null
  readonly band?: string | null
  readonly after?: string | null
}

export const QUEUE = gql<{ readonly mappingQueue: Page<Question> }, QueueFilters>`
  query MappingQueue($supplier: String, $country: String, $place: Int, $why: String, $band: String, $after: String) {
    mappingQueue(supplier: $supplier, country: $country, place: $place, why: $why, band: $band, after: $after) {
      items {
        listing
        supplierCode
        why
        hotelId
        score
        value
        others
        since
        listingFacts { name city countryCode }
        hotelFacts { name }
      }
      next
    }
  }
`

/** How many wait, whatever is filtered. */
export const QUEUE_SIZE = gql<{ readonly mappingQueueSize: number }>`
  query MappingQueueSize {
    mappingQueueSize
  }
`

export type Evidence = {
  readonly kind: string
  readonly rule: string | null
  readonly weight: number | null
  readonly a: string | null
  readonly b: string | null
  readonly meters: number | null
  readonly precisionMeters: number | null
  readonly likeness: number | null
}

export type Verdict = {
  readonly verdict: string
  readonly score: number
  readonly against: string
  readonly evidence: readonly Evidence[]
}

export type Listing = {
  readonly id: string
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly status: string | null
  readonly facts: Facts | null
  readonly images: number
  readonly website: string | null
  readonly rooms: readonly string[]
  readonly changedAt: string | null
  readonly hotelId: number | null
  readonly verification: string | null
  readonly decidedBy: string | null
  readonly onSale: boolean | null
}

export type Hotel = {
  readonly id: number
  readonly name: string
  readonly facts: Facts | null
  readonly address: string
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly stars: number | null
  readonly value: number
  readonly images: number
  readonly followsListings: boolean
}

export type Version = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly reason: string
  readonly note: string | null
  readonly fromHotelId: number | null
  readonly hotelId: number | null
  readonly status: string | null
}

export type OpenBooking = {
  readonly id: string
  readonly organizationId: string
  readonly status: string
  readonly hotelId: number
  readonly checkInDate: string
  readonly checkOutDate: string
}

export type Pair = {
  readonly listing: Listing
  readonly hotel: Hotel | null
  readonly hotelListings: readonly Listing[]
  readonly hotelRooms: readonly string[]
  readonly question: { readonly why: string | null; readonly changes: unknown; readonly since: string } | null
  readonly verdict: Verdict | null
  readonly now: readonly Verdict[]
  readonly candidates: readonly { readonly hotel: Hotel; readonly verdict: Verdict }[]
  readonly versions: readonly Version[]
  readonly rejections: readonly { readonly hotelId: number; readonly actor: string; readonly note: string | null }[]
  readonly bookings: readonly OpenBooking[]
  readonly engineVersion: string
}

const FACTS = `name alternativeNames formerNames addressLines postcode city countryCode latitude longitude pointQuality phones stars
  chain propertyType`
const LISTING = `id supplierCode supplierHotelId status images website rooms changedAt hotelId verification decidedBy onSale facts { ${FACTS} }`
const HOTEL = `id name address phone latitude longitude stars value images followsListings facts { ${FACTS} }`
const VERDICT = 'verdict score against evidence { kind rule weight a b meters precisionMeters likeness }'

export const PAIR = gql<
  { readonly mappingPair: Pair | null },
  { readonly listing: string; readonly hotel: number | null }
>`
  query MappingPair($listing: ID!, $hotel: Int) {
    mappingPair(listing: $listing, hotel: $hotel) {
      listing { ${LISTING} }
      hotel { ${HOTEL} }
      hotelListings { ${LISTING} }
      hotelRooms
      question { why changes since }
      verdict { ${VERDICT} }
      now { ${VERDICT} }
      candidates { hotel { ${HOTEL} } verdict { ${VERDICT} } }
      versions { id at actor reason note fromHotelId hotelId status }
      rejections { hotelId actor note }
      bookings { id organizationId status hotelId checkInDate checkOutDate }
      engineVersion
    }
  }
`
