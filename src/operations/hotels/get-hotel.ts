import type { HotelView } from '../../domain/contract/hotel.ts'
import type { HotelContent } from '../../domain/contract/search.ts'
import type { Problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { createSideField } from '../../platform/side-field.ts'
import type { PageRow } from '../../store/hotel-contents.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { hotelIdInput } from '../inputs/search.ts'
import { hotelContent } from '../search/hotel-item.ts'
import { matchLanguage } from '../search/languages.ts'
import { noSuchHotel } from '../search/no-such-hotel.ts'
import { readingOf } from '../search/reading.ts'
import { hotelPage, type PageContext } from './hotel-page.ts'

/** Returns what the catalogue contains about a hotel, for a page about it. */
export async function getHotel(deps: Deps, caller: Caller, raw: unknown): Promise<Result<HotelView, Problem>> {
  const input = parseInput(hotelIdInput, raw)
  if (!input.ok) return input
  const { hotelId } = input.value
  const [hotel] = await pagesOf(deps, caller, {
    hotelIds: [hotelId],
    language: matchLanguage(input.value.language) ?? caller.language,
  })
  return hotel ? ok(hotel) : err(await noSuchHotel(deps, 'HOTEL_NOT_FOUND', hotelId))
}

/** The same of many hotels together, in the order of their ids; null for those that the catalogue no longer has. */
export function getHotelPages(
  deps: Deps,
  caller: Caller,
  hotelIds: readonly number[],
): Promise<readonly (HotelView | null)[]> {
  return pagesOf(deps, caller, { hotelIds, language: caller.language })
}

/** Reads what lists show of many hotels, in the order of their ids; null for those that the catalogue no longer has. */
export async function getHotels(
  deps: Deps,
  caller: Caller,
  hotelIds: readonly number[],
): Promise<(HotelContent | null)[]> {
  const [hotels, places, terms] = await Promise.all([
    deps.store.hotels.findMany(hotelIds),
    deps.catalogue.places(),
    deps.catalogue.terms(),
  ])
  const byId = new Map(hotels.map((hotel) => [hotel.hotelId, hotel]))
  return hotelIds.map((id) => {
    const hotel = byId.get(id)
    return hotel ? hotelContent(hotel, { places, terms, language: caller.language }) : null
  })
}

async function pagesOf(
  deps: Deps,
  caller: Caller,
  { hotelIds, language }: { readonly hotelIds: readonly number[]; readonly language: string },
): Promise<(HotelView | null)[]> {
  const [rows, places, terms, { connections }] = await Promise.all([
    deps.hotelPages.find(hotelIds),
    deps.catalogue.places(),
    deps.catalogue.terms(),
    deps.tenants.of(caller.organizationId),
  ])
  const suppliers = [...new Set(connections.map(({ supplierCode }) => supplierCode))]
  return rows.map((row) => row && viewOf(row, { places, terms, language, suppliers }))
}

/** A view, and the readings of names that it was made with. */
type MadeView = { readonly view: HotelView; readonly places: symbol; readonly terms: symbol }

/** The views of a row, kept as long as the row, by language and suppliers. */
const views = createSideField<Map<string, MadeView>>()

/** The most views of a row: those that are asked for most are made again soon. The one that was made first goes first. */
const MAX_VIEWS = 6

function viewOf(row: PageRow, context: PageContext): HotelView {
  const made = views.get(row) ?? new Map<string, MadeView>()
  views.set(row, made)
  const key = [context.language, ...context.suppliers].join()
  const known = made.get(key)
  const [places, terms] = [readingOf(context.places), readingOf(context.terms)]
  if (known && known.places === places && known.terms === terms) return known.view
  const view = hotelPage(row, context)
  made.delete(key)
  made.set(key, { view, places, terms })
  const [oldest] = made.keys()
  if (made.size > MAX_VIEWS && oldest !== undefined) made.delete(oldest)
  return view
}
