import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { scenarioOf } from '../../src/sandbox/scenarios.ts'

/** The sandbox’s world, and which of its ordinary hotels a supplier lists. */
export function ordinaryListings() {
  const catalogue = sandboxCatalogue()
  function listed(supplierCode: string, passes: (hotelId: number, supplierHotelId: string) => boolean) {
    return catalogue.supplierHotels.filter(
      (one) =>
        one.supplierCode === supplierCode &&
        !scenarioOf(supplierCode, one.supplierHotelId) &&
        passes(one.hotelId, one.supplierHotelId),
    )
  }
  return { catalogue, listed }
}
