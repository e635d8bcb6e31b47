import type { HiddenPlaceView } from '../../domain/contract/offer.ts'
import { mergeInstructions } from '../../domain/instructions.ts'
import type { RoomRate } from '../../domain/rate.ts'
import type { Instructions } from '../../domain/selling.ts'
import type { OfferedHotel } from '../../domain/supplier-told.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Hotel, ListedDetails } from '../../store/hotels.ts'

/** What the supplier says with the rate, then what the catalogue has from this supplier, then what it has of the hotel. */
export function instructionsOf(
  { instructions }: Pick<RoomRate, 'instructions'>,
  details: ListedDetails | null,
): Instructions | null {
  return mergeInstructions(instructions, details?.listingInstructions, details?.instructions)
}

/** The hotel as its offer freezes it for the voucher. A place that was hidden is told there, since that is shown after booking. */
export function offeredHotel(hotel: Hotel, details: ListedDetails | null, language: string): OfferedHotel {
  const { latitude, longitude, addressLines } = details?.exactPlace ?? {
    ...hotel,
    addressLines: linesOf(hotel, details),
  }
  return {
    name: named(hotel.names, language),
    stars: hotel.stars,
    addressLines,
    phone: details?.phone ?? null,
    latitude,
    longitude,
  }
}

function linesOf({ address }: Hotel, details: ListedDetails | null): readonly string[] {
  if (details && details.addressLines.length > 0) return details.addressLines
  return address === '' ? [] : [address]
}

/** The only point that may be shown of a hotel whose place is hidden until it is booked. */
export function hiddenPlaceView({ placeHidden = false, latitude, longitude }: Hotel): HiddenPlaceView {
  return { placeHidden, approximatePoint: placeHidden ? { latitude, longitude } : null }
}
