import type { Listing } from '../../../domain/listing.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import type { ContentLanguage } from '../../../suppliers/content-source.ts'
import { listingLine, readableListing } from '../../inputs/listing-line.ts'
import { readAs } from '../../inputs/read-as.ts'
import type { IsInCountry, PlaceFaults } from '../place-faults.ts'
import { toListing } from '../to-listing.ts'
import { type Cleaning, cleanRow, type UncheckedRow } from './clean-row.ts'
import { inLanguage } from './in-language.ts'
import { salvage } from './salvage.ts'

export type Checks = { readonly placeFaults: PlaceFaults; readonly isInCountry: IsInCountry }

export type UncheckedListing = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly language: ContentLanguage
  readonly row: UncheckedRow
}

type Checked = {
  readonly result: Result<Listing, readonly string[]>
  readonly cleanings: readonly Cleaning[]
}

/** What is bad in a list may be in the items of its items: a second look finds what the first has uncovered. */
const LOOKS = 3

/** Cleans a row, leaves out what is bad and not essential, and checks the rest: the listing, or all its faults as sentences. */
export function checkRow({ supplierCode, supplierHotelId, language, row }: UncheckedListing, checks: Checks): Checked {
  // A row in another language need not have a name: the id stands for it, and is used nowhere.
  const told = language === 'en' ? row : { ...inLanguage(row, language), name: supplierHotelId }
  const cleaned = cleanRow(told, checks.isInCountry)
  const cleanings: Cleaning[] = [...cleaned.cleanings]
  let line: UncheckedRow = {
    ...cleaned.row,
    type: 'listing',
    supplier_code: supplierCode,
    supplier_hotel_id: supplierHotelId,
  }
  for (let look = 0; look < LOOKS; look++) {
    const salvaged = salvage(line)
    if (salvaged === null) break
    line = salvaged.row
    cleanings.push(...salvaged.dropped)
  }
  return { result: read(line, checks), cleanings }
}

function read(line: UncheckedRow, { placeFaults }: Checks): Result<Listing, readonly string[]> {
  const parsed = readAs(listingLine, line, 'the row')
  const { data: readable } = readableListing.safeParse(line)
  const place = readable
    ? placeFaults({
        latitude: readable.latitude,
        longitude: readable.longitude,
        countryCode: readable.country_code,
      })
    : []
  if (!parsed.ok) return err([...parsed.error.map(({ message }) => message), ...place])
  return place.length > 0 ? err(place) : ok(toListing(parsed.value))
}
