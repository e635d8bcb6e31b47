import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import type { RateCondition } from '../../../src/domain/selling.ts'
import type { Supplier } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall } from '../../../src/suppliers/supplier-call.ts'
import { COUPLE, questionFor, type SupplierSandbox, UNHURRIED_MS } from './sandbox.ts'

/** A rate of an ordinary hotel, with the hotel that has it. */
export type OrdinaryRate = { readonly supplierHotelId: string; readonly rate: RoomRate }

type Asking = {
  readonly hotels?: number
  readonly occupancy?: Occupancy
  readonly sells?: readonly RateCondition[]
  readonly changes?: Partial<SupplierCall>
}

/** Every rate of the first ordinary hotels: a few hundred, so that each of the awkward ones is among them. */
export async function ordinaryRates(
  sandbox: SupplierSandbox,
  supplier: Supplier,
  { hotels = 120, occupancy = COUPLE, sells = [], changes = {} }: Asking = {},
): Promise<readonly OrdinaryRate[]> {
  const ids = sandbox.catalogue.supplierHotels
    .filter(({ supplierCode }) => supplierCode === supplier.code)
    .slice(0, hotels)
    .map(({ supplierHotelId }) => supplierHotelId)
  const found: OrdinaryRate[] = []
  for (const supplierHotelId of ids) {
    const answer = await supplier.rooms(sandbox.call(supplier, { timeoutMs: UNHURRIED_MS, ...changes }), {
      ...questionFor(occupancy),
      supplierHotelId,
      hotelTimeZone: null,
      sells,
    })
    if (!answer.ok) throw new Error(answer.error.detail)
    if (answer.value.droppedRates > 0) throw new Error(`${supplierHotelId} has a rate that cannot be read`)
    found.push(...answer.value.rates.map((rate) => ({ supplierHotelId, rate })))
  }
  return found
}
