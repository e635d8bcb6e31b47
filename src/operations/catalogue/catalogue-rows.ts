import { mergeInstructions, shortened } from '../../domain/instructions.ts'
import { estimatedNightly } from '../../domain/observed-price.ts'
import type { Instructions } from '../../domain/selling.ts'
import type { CatalogueImport } from '../../store/catalogue-import.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'
import type { CatalogueLine, InstructionsInput } from '../inputs/catalogue-line.ts'
import { ownContent, ownTimes } from './own-content.ts'

/** Of several lines with the same id, the last one is used. */
export function toRows(lines: readonly CatalogueLine[], adapters: SupplierDirectory): CatalogueImport {
  function of<Type extends CatalogueLine['type']>(...types: Type[]) {
    return lines.filter((line): line is Extract<CatalogueLine, { type: Type }> =>
      types.some((type) => line.type === type),
    )
  }
  const hotels = of('hotel')
  return {
    places: last(of('place'), ({ id }) => id).map(
      ({ type: _, id, place_type, parent_id, country_code, time_zone, ...rest }) => ({
        placeId: id,
        type: place_type,
        parentId: parent_id ?? null,
        countryCode: country_code,
        timeZone: time_zone ?? null,
        ...rest,
      }),
    ),
    terms: last(of('chain', 'facility', 'property_type'), ({ type, id }) => `${type} ${id}`).map(
      ({ type, id, names }) => ({
        kind: type,
        id: String(id),
        names,
      }),
    ),
    hotels: last(hotels, ({ id }) => id).map((hotel) => ({
      hotelId: hotel.id,
      placeId: hotel.place_id,
      names: hotel.names,
      ...placeOf(hotel),
      phone: hotel.phone ?? null,
      instructions: mergeInstructions(toInstructions(hotel.instructions), ownTimes(hotel)),
      stars: hotel.stars ?? null,
      chainId: hotel.chain_id ?? null,
      propertyType: hotel.property_type,
      facilityIds: hotel.facility_ids,
      mainImageUrl: hotel.main_image_url ?? null,
      timeZone: hotel.time_zone ?? null,
      nightlyUsdCents: hotel.nightly_usd_cents ?? estimatedNightly(hotel.stars ?? null),
      weight: hotel.weight,
    })),
    contents: last(hotels, ({ id }) => id).map((hotel) => ({ hotelId: hotel.id, own: ownContent(hotel) })),
    supplierHotels: last(
      hotels.flatMap(({ id, suppliers }) =>
        suppliers.map(({ supplier_code, supplier_hotel_id, verification, instructions, content }) => ({
          supplierCode: supplier_code,
          supplierHotelId: supplier_hotel_id,
          hotelId: id,
          verification,
          instructions: mergeInstructions(
            toInstructions(instructions),
            readContent(adapters, supplier_code, content ?? null),
          ),
        })),
      ),
      ({ supplierCode, supplierHotelId }) => `${supplierCode} ${supplierHotelId}`,
    ),
    supplierRooms: last(
      of('supplier_room'),
      ({ supplier_code, supplier_hotel_id, supplier_room_id }) =>
        `${supplier_code} ${supplier_hotel_id} ${supplier_room_id}`,
    ).map((room) => ({
      supplierCode: room.supplier_code,
      supplierHotelId: room.supplier_hotel_id,
      supplierRoomId: room.supplier_room_id,
      mappingStatus: room.mapping_status,
      roomId: room.room_id ?? null,
      names: room.names ?? null,
      imageUrls: room.image_urls,
    })),
  }
}

/**
 * What is stored as the hotel's place. Of a hidden one that is where it is shown: searches sort and measure by it, so that nothing
 * that is answered depends on where it really is.
 */
function placeOf({ address, address_lines, latitude, longitude, approximate_point: shown }: HotelLine) {
  if (!shown) return { address, addressLines: address_lines, latitude, longitude, placeHidden: false, exactPlace: null }
  const addressLines = address_lines.length > 0 ? address_lines : [address].filter((line) => line !== '')
  return {
    address: '',
    addressLines: [],
    ...shown,
    placeHidden: true,
    exactPlace: { latitude, longitude, addressLines },
  }
}

type HotelLine = Extract<CatalogueLine, { type: 'hotel' }>

function toInstructions(told: InstructionsInput): Instructions | null {
  if (told == null) return null
  return mergeInstructions({
    checkInFrom: told.check_in_from ?? null,
    checkInUntil: told.check_in_until ?? null,
    checkOutUntil: told.check_out_until ?? null,
    text: told.text,
    special: told.special,
    mandatoryFeesText: told.mandatory_fees_text ?? null,
    optionalFeesText: told.optional_fees_text ?? null,
    knowBeforeYouGo: told.know_before_you_go ?? null,
  })
}

function last<T>(items: readonly T[], keyOf: (item: T) => string | number): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

function readContent(
  adapters: SupplierDirectory,
  supplierCode: string,
  content: Readonly<Record<string, unknown>> | null,
): Instructions | null {
  const told = content && adapters.find(supplierCode)?.readInstructions?.(content)
  return told ? shortened(told) : null
}
