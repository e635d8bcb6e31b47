import type { Requirement } from '../evidence.ts'
import { everySupplier } from './every-supplier.ts'
import { expediaRapidRequirements } from './expedia-rapid.ts'
import { hotelbedsRequirements } from './hotelbeds.ts'
import { liteapiRequirements } from './liteapi.ts'
import { ratehawkRequirements } from './ratehawk.ts'

const OWN: Readonly<Record<string, readonly Requirement[]>> = {
  expedia_rapid: expediaRapidRequirements,
  hotelbeds: hotelbedsRequirements,
  ratehawk: ratehawkRequirements,
  liteapi: liteapiRequirements,
}

/** Everything that a supplier demands, with what all suppliers demand; every id of the list stands here once. */
export function requirementsOf(supplierCode: string): readonly Requirement[] {
  return [...everySupplier(supplierCode), ...(OWN[supplierCode] ?? [])]
}
