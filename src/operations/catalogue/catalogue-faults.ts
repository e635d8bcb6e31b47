import type { z } from 'zod'
import type { Store } from '../../store/store.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'
import type { CatalogueLine } from '../inputs/catalogue-line.ts'
import { readableListing } from '../inputs/listing-line.ts'
import type { PlaceFaults } from './place-faults.ts'
import { createSeenIds, type SeenIds } from './seen-ids.ts'

/** What the lines of a file may refer to; lines of the file add to it. */
export type Known = {
  readonly places: Set<number>
  readonly chains: Set<number>
  readonly facilities: Set<number>
  readonly propertyTypes: Set<string>
  readonly suppliers: SupplierDirectory
  readonly placeFaults: PlaceFaults
  /** The listings of the file so far, by the number of their line. */
  readonly listings: SeenIds
  /** The only supplier whose listings may be in the file; null: any. */
  readonly onlySupplier: string | null
}

type Knowing = Pick<Known, 'suppliers' | 'placeFaults' | 'onlySupplier'>

export async function readKnown({ hotels }: Pick<Store, 'hotels'>, given: Knowing): Promise<Known> {
  const terms = await hotels.terms()
  function ids(kind: string): string[] {
    return terms.filter((term) => term.kind === kind).map(({ id }) => id)
  }
  return {
    places: new Set((await hotels.places()).map(({ placeId }) => placeId)),
    chains: new Set(ids('chain').map(Number)),
    facilities: new Set(ids('facility').map(Number)),
    propertyTypes: new Set(ids('property_type')),
    listings: createSeenIds(),
    ...given,
  }
}

/** Returns what is wrong with a line beside its own form; what it describes becomes known, also where the line is bad. */
export function faultsOf(line: CatalogueLine, number: number, known: Known): string[] {
  switch (line.type) {
    case 'place': {
      const isOrphan = line.parent_id != null && !known.places.has(line.parent_id)
      if (!isOrphan) known.places.add(line.id)
      return isOrphan ? [`parent_id: there is no place ${line.parent_id}`] : []
    }
    case 'chain':
      known.chains.add(line.id)
      return []
    case 'facility':
      known.facilities.add(line.id)
      return []
    case 'property_type':
      known.propertyTypes.add(line.id)
      return []
    case 'hotel':
      return hotelFaults(line, known)
    case 'listing':
      return listingFaults(readableListing.parse(line), number, known)
    case 'supplier_room':
      return []
    default:
      return line satisfies never
  }
}

function hotelFaults(line: Extract<CatalogueLine, { type: 'hotel' }>, known: Known): string[] {
  return [
    ...(known.places.has(line.place_id) ? [] : [`place_id: there is no place ${line.place_id}`]),
    ...(line.chain_id == null || known.chains.has(line.chain_id)
      ? []
      : [`chain_id: there is no chain ${line.chain_id}`]),
    ...(known.propertyTypes.has(line.property_type)
      ? []
      : [`property_type: there is no property type ${line.property_type}`]),
    ...line.facility_ids
      .filter((id) => !known.facilities.has(id))
      .map((id) => `facility_ids: there is no facility ${id}`),
    ...line.facility_details.flatMap(({ facility_id: id }, index) =>
      line.facility_ids.includes(id) ? [] : [`facility_details[${index}].facility_id: ${id} is not in facility_ids`],
    ),
    ...line.suppliers.flatMap(({ supplier_code: code, content }, index) =>
      content == null || known.suppliers.find(code)?.readInstructions
        ? []
        : [`suppliers.${index}.content: the gateway does not read what ${code} says of a hotel`],
    ),
  ]
}

/** What is wrong with a listing beside the form of its fields; those that could not be read are null. */
export function listingFaults(
  { supplier_code: code, supplier_hotel_id: id, ...place }: z.output<typeof readableListing>,
  number: number,
  known: Known,
): string[] {
  const { onlySupplier } = known
  const before = code === null || id === null ? null : known.listings.see(`${code}/${id}`, number)
  const isOther = code !== null && onlySupplier !== null && code !== onlySupplier
  return [
    ...(code === null || known.suppliers.find(code) ? [] : [`supplier_code: there is no supplier ${code}`]),
    ...(isOther ? [`supplier_code: the file is to be of ${onlySupplier} only`] : []),
    ...(before === null ? [] : [`supplier_hotel_id: ${code}/${id} was in line ${before} already`]),
    ...known.placeFaults({ latitude: place.latitude, longitude: place.longitude, countryCode: place.country_code }),
  ]
}
