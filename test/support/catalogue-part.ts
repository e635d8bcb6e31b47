import type { SandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'

/** The sandbox's catalogue with one hotel of `oneOf` for sale, and all that its hotels are. */
export function partOf(catalogue: SandboxCatalogue, oneOf: number): SandboxCatalogue {
  function isIn({ hotelId }: { readonly hotelId: number }): boolean {
    return hotelId % oneOf === 0
  }
  const { hotels, listings } = catalogue.further()
  const further = { hotels, listings: listings.filter(isIn) }
  return { ...catalogue, supplierHotels: catalogue.supplierHotels.filter(isIn), further: () => further }
}
