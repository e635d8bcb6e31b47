import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from '../catalogue/types.ts'
import { scenarioOf } from '../scenarios.ts'

/** A listing that a supplier has on some day or always. */
export type Listed = {
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly standing: 'MAPPED' | 'SCENARIO' | 'PASSING' | 'STEADY' | 'TWICE'
}

/** The listings of all suppliers, by what is asked about them. */
export type ListedIndex = {
  /** By id. */
  readonly of: (supplierCode: SandboxSupplierCode) => readonly Listed[]
  readonly find: (supplierCode: SandboxSupplierCode, supplierHotelId: string) => Listed | null
  /** Where the catalogue maps a hotel. */
  readonly mapped: (hotelId: number) => readonly Listed[]
  /** True when the supplier has the hotel under two ids. */
  readonly isTwice: (listed: Listed) => boolean
}

export function createListedIndex(catalogue: SandboxCatalogue): ListedIndex {
  const all = listingsOf(catalogue)
  const bySupplier = new Map(
    SANDBOX_SUPPLIERS.map((code) => [code, all.filter(({ supplierCode }) => supplierCode === code).sort(byId)]),
  )
  const byKey = new Map(all.map((listed) => [`${listed.supplierCode}/${listed.supplierHotelId}`, listed]))
  const mapped = Map.groupBy(
    all.filter(({ standing }) => standing === 'MAPPED'),
    ({ hotelId }) => hotelId,
  )
  const twice = new Set(all.filter(({ standing }) => standing === 'TWICE').map(placeOf))
  return {
    of: (code) => bySupplier.get(code) ?? [],
    find: (code, id) => byKey.get(`${code}/${id}`) ?? null,
    mapped: (hotelId) => mapped.get(hotelId) ?? [],
    isTwice: (listed) => twice.has(placeOf(listed)),
  }
}

function placeOf({ supplierCode, hotelId }: Listed): string {
  return `${supplierCode}/${hotelId}`
}

function byId(a: Listed, b: Listed): number {
  return a.supplierHotelId.length - b.supplierHotelId.length || (a.supplierHotelId < b.supplierHotelId ? -1 : 1)
}

function listingsOf(catalogue: SandboxCatalogue): readonly Listed[] {
  return [
    ...catalogue.supplierHotels.map(
      ({ supplierCode, supplierHotelId, hotelId }): Listed => ({
        supplierCode,
        supplierHotelId,
        hotelId,
        standing: scenarioOf(supplierCode, supplierHotelId) ? 'SCENARIO' : 'MAPPED',
      }),
    ),
    ...catalogue.further().listings.map(
      ({ supplierCode, supplierHotelId, hotelId, standing }): Listed => ({
        supplierCode,
        supplierHotelId,
        hotelId,
        standing,
      }),
    ),
  ]
}
