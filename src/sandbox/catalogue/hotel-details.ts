import { NOTHING_TOLD } from '../../domain/instructions.ts'
import type { Instructions } from '../../domain/selling.ts'
import { scenarioOf } from '../scenarios.ts'
import { SCENARIO_PLACE_ID } from './cities.ts'
import { chance, hash32, pick } from './hash.ts'
import { phoneOf } from './phones.ts'
import type { SandboxHotel, SandboxSupplierHotel } from './types.ts'

/** What the sandbox catalogue tells of a hotel besides what lists show. */
type SandboxDetails = {
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly instructions: Instructions | null
}

const CHECK_IN = ['14:00', '15:00', '15:00', '16:00'] as const
const CHECK_OUT = ['10:00', '11:00', '11:00', '12:00'] as const

/** Seven hotels of ten have times and rules; one of twenty has no telephone. */
export function hotelDetails({ hotelId, address, placeHidden, countryCode }: SandboxHotel): SandboxDetails {
  const hash = hash32('details', hotelId)
  return {
    addressLines: placeHidden ? [] : address.split(', '),
    phone: chance(hash >>> 4, 50) ? null : phoneOf(countryCode, hash),
    instructions: chance(hash, 700)
      ? {
          ...NOTHING_TOLD,
          checkInFrom: pick(hash, CHECK_IN),
          checkInUntil: chance(hash >>> 8, 300) ? '23:00' : null,
          checkOutUntil: pick(hash >>> 3, CHECK_OUT),
          text: ['Photo identification is required at the desk.'],
        }
      : null,
  }
}

/** What one supplier tells of the arrival at a hotel of its own; the scenario `checkin-special` tells of a key and an age. */
export function listingInstructions({ supplierCode, supplierHotelId }: SandboxSupplierHotel): Instructions | null {
  if (scenarioOf(supplierCode, supplierHotelId)?.slug === 'checkin-special') return SPECIAL
  if (!chance(hash32('listing-details', supplierCode, supplierHotelId), 250)) return null
  return { ...NOTHING_TOLD, optionalFeesText: 'Breakfast: 15 per adult and day.' }
}

const SPECIAL: Instructions = {
  checkInFrom: '16:00',
  checkInUntil: '20:00',
  checkOutUntil: '10:00',
  text: ['The front desk is staffed until 20:00.'],
  special: [
    'Guests who check in must be 21 or older.',
    'The key is collected at 12 Harbour Street, 300 metres from the hotel.',
  ],
  mandatoryFeesText: 'Resort fee: USD 20 per room and night, paid at the hotel.',
  optionalFeesText: 'Parking: USD 15 per night.',
  knowBeforeYouGo: 'Without a call a day ahead nobody is there to hand over the key.',
}

/** One hotel in eight has half a star more than its whole ones, which decide about its price; scenarios have none. */
export function halfStars({ hotelId, placeId, stars }: SandboxHotel): number | null {
  const hasHalf = placeId !== SCENARIO_PLACE_ID && chance(hash32('half-star', hotelId), 120)
  return stars !== null && stars < 5 && hasHalf ? stars + 0.5 : stars
}

const RENTALS: readonly string[] = ['villa', 'aparthotel']

/** Suppliers hide the place of one vacation rental in fifty. */
export function isHidden(hotelId: number, propertyType: string): boolean {
  return RENTALS.includes(propertyType) && chance(hash32('hidden', hotelId), 20)
}

/** Where a hidden place is shown: to two decimals, some hundred metres from where it is. */
export function approximatePoint({ latitude, longitude }: SandboxHotel): {
  readonly latitude: number
  readonly longitude: number
} {
  return { latitude: rough(latitude), longitude: rough(longitude) }
}

function rough(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
