import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type Pass = {
  readonly id: number
  readonly kind: string
  readonly language: string
  readonly since: string | null
  readonly state: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly counts: unknown
}

export type Pull = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly name: string
  readonly environment: string
  readonly dueAt: string | null
  readonly isUnderWay: boolean
  readonly passes: readonly Pass[]
}

export const PULLS = gql<{ readonly contentPulls: readonly Pull[] }>`
  query ContentPulls {
    contentPulls {
      connectionId
      supplierCode
      name
      environment
      dueAt
      isUnderWay
      passes { id kind language since state startedAt endedAt counts }
    }
  }
`

export type Run = {
  readonly id: number
  readonly kind: string
  readonly source: string
  readonly supplierCode: string | null
  readonly environment: string | null
  readonly actor: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly counts: unknown
  readonly putAside: number
}

export const RUNS = gql<{ readonly catalogueRuns: Page<Run> }, { readonly after?: string | null }>`
  query CatalogueRuns($after: String) {
    catalogueRuns(after: $after) {
      items { id kind source supplierCode environment actor startedAt endedAt counts putAside }
      next
    }
  }
`

export type Fault = {
  readonly line: number
  readonly listing: string | null
  readonly pass: string | null
  readonly faults: readonly string[]
}

export const RUN = gql<
  { readonly catalogueRun: (Run & { readonly faults: readonly Fault[] }) | null },
  { readonly id: number }
>`
  query CatalogueRun($id: Int!) {
    catalogueRun(id: $id) {
      id kind source supplierCode environment actor startedAt endedAt counts putAside
      faults { line listing pass faults }
    }
  }
`

/** A row of `catalogue report --json`. */
export type ReportRow = Readonly<Record<string, unknown>> & { readonly scope: string }

export const REPORT = gql<
  { readonly catalogueReport: { readonly at: string; readonly rows: readonly ReportRow[] } },
  { readonly supplier: string | null; readonly country: string | null }
>`
  query CatalogueReport($supplier: String, $country: String) {
    catalogueReport(supplier: $supplier, country: $country) { at rows }
  }
`

export type HotelListing = {
  readonly id: string
  readonly supplierCode: string
  readonly status: string | null
  readonly facts: { readonly name: string; readonly city: string | null } | null
  readonly images: number
  readonly rooms: readonly string[]
  readonly changedAt: string | null
  readonly verification: string | null
  readonly decidedBy: string | null
  readonly onSale: boolean | null
}

export type SupplierRoom = {
  readonly listing: string
  readonly supplierRoomId: string
  readonly name: string
  readonly status: string
  readonly decidedBy: string
}

export type HotelPage = {
  readonly hotel: {
    readonly id: number
    readonly name: string
    readonly names: unknown
    readonly placeId: number
    readonly address: string
    readonly phone: string | null
    readonly latitude: number
    readonly longitude: number
    readonly stars: number | null
    readonly propertyType: string
    readonly value: number
    readonly followsListings: boolean
    readonly images: number
    readonly changedAt: string
  }
  readonly listings: readonly HotelListing[]
  readonly rooms: readonly {
    readonly id: string
    readonly name: string
    readonly isApart: boolean
    readonly isUsed: boolean
    readonly supplierRooms: readonly SupplierRoom[]
  }[]
  readonly roomsApart: readonly SupplierRoom[]
  readonly sources: readonly {
    readonly field: string
    readonly language: string | null
    readonly supplierCode: string
  }[]
  readonly history: readonly {
    readonly id: string
    readonly listing: string
    readonly at: string
    readonly actor: string
    readonly reason: string
    readonly note: string | null
    readonly fromHotelId: number | null
    readonly hotelId: number | null
  }[]
}

export const HOTEL = gql<{ readonly catalogueHotel: HotelPage | null }, { readonly id: number }>`
  query CatalogueHotel($id: Int!) {
    catalogueHotel(id: $id) {
      hotel {
        id name names placeId address phone latitude longitude stars propertyType value followsListings images changedAt
      }
      listings {
        id supplierCode status images rooms changedAt verification decidedBy onSale
        facts { name city }
      }
      rooms {
        id name isApart isUsed
        supplierRooms { listing supplierRoomId name status decidedBy }
      }
      roomsApart { listing supplierRoomId name status decidedBy }
      sources { field language supplierCode }
      history { id listing at actor reason note fromHotelId hotelId }
    }
  }
`
