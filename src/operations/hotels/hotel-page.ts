import { combineContent } from '../../domain/content/combine.ts'
import type { FieldSource } from '../../domain/content/page-content.ts'
import type { HotelView } from '../../domain/contract/hotel.ts'
import { mergeInstructions, withoutTheWay } from '../../domain/instructions.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import type { Instructions } from '../../domain/selling.ts'
import { named, type Terms } from '../../hotel-index/catalogue.ts'
import type { PageRow } from '../../store/hotel-contents.ts'
import type { Place } from '../../store/hotels.ts'
import { hotelContent } from '../search/hotel-item.ts'
import { descriptionViews, facilityViews, imageViews, policyViews, roomViews } from './page-parts.ts'

export type PageContext = {
  readonly places: ReadonlyMap<number, Place>
  readonly terms: Terms
  readonly language: string
  /** The codes of the suppliers that the caller may use, in its order: only their terms are shown. */
  readonly suppliers: readonly string[]
}

/** A hotel as a page about it shows it. Of a hidden place neither address nor telephone, nor any sentence that may say where it is. */
export function hotelPage(row: PageRow, context: PageContext): HotelView {
  const { hotel } = row
  const { places, terms, language } = context
  const isHidden = hotel.placeHidden ?? false
  const shown = { language, withSentences: !isHidden }
  const content = combineContent(row.own, row.merged)
  const typeNames = terms.propertyTypes.get(hotel.propertyType)
  return {
    ...hotelContent(hotel, context),
    language,
    names: LANGUAGES.flatMap((one) => {
      const name = hotel.names[one]
      return name === undefined ? [] : [{ language: one, name }]
    }),
    ...(isHidden ? NOWHERE : whereabouts(row, content)),
    timeZone: hotel.timeZone ?? places.get(hotel.placeId)?.timeZone ?? null,
    propertyType: { id: hotel.propertyType, name: typeNames ? named(typeNames, language) : hotel.propertyType },
    facilityDetails: facilityViews(hotel.facilityIds, content.facilities, { terms, shown }),
    images: imagesOf(row, imageViews(content.images, shown)),
    descriptions: descriptionViews(content, shown),
    policies: policyViews(content.policies, sellersOf(row, context), shown),
    instructions: isHidden ? withoutTheWay(instructionsOf(row, context)) : instructionsOf(row, context),
    checkInAllDay: content.checkInAllDay,
    checkInMinAge: content.checkInMinAge,
    rooms: roomViews(content.rooms, row, shown),
    sources: content.sources.filter((source) => isShown(source, row)),
  }
}

const NOWHERE = { addressLines: [], postcode: null, phone: null } as const

/** The hotel's own row before the content: lists show its address in one line, which the page must not contradict. */
function whereabouts(
  { hotel, addressLines, phone }: PageRow,
  content: Pick<HotelView, 'addressLines' | 'postcode' | 'phone'>,
): Pick<HotelView, 'addressLines' | 'postcode' | 'phone'> {
  const inOneLine = hotel.address === '' ? content.addressLines : [hotel.address]
  return {
    addressLines: addressLines.length > 0 ? addressLines : inOneLine,
    postcode: content.postcode,
    phone: phone ?? content.phone,
  }
}

/** Parts of the hotel's own row, which are the operator's unless they were made of the listings. */
const OF_ROW: ReadonlySet<FieldSource['field']> = new Set(['name', 'stars', 'type', 'chain'])

/** Whether the page shows what the source has told. */
function isShown({ field }: FieldSource, { hotel, ofListings, phone, own, merged }: PageRow): boolean {
  if (field === 'phone' && hotel.placeHidden) return false
  if (ofListings) return true
  if (field === 'phone') return phone === null
  // The point and the lines are the file's then; a postcode may be missing there.
  if (field === 'place') return (own?.postcode ?? null) === null && (merged?.postcode ?? null) !== null
  return !OF_ROW.has(field)
}

/** A hotel without pictures of its own has the one that lists show. */
function imagesOf({ hotel: { mainImageUrl: url } }: PageRow, images: HotelView['images']): HotelView['images'] {
  if (images.length > 0 || url === null) return images
  return [{ url, caption: null, category: null, isMain: true, sizes: [{ width: null, url }] }]
}

/** The suppliers that sell the hotel to the caller, in the caller's order. */
function sellersOf({ suppliers }: PageRow, context: PageContext): string[] {
  return context.suppliers.filter((code) => suppliers.some(({ supplierCode }) => supplierCode === code))
}

/** What the catalogue has of the hotel, then what each supplier tells. Those of a rate's own supplier stand at the rate. */
function instructionsOf(row: PageRow, context: PageContext): Instructions | null {
  const listed = sellersOf(row, context).flatMap((code) =>
    row.suppliers.filter(({ supplierCode }) => supplierCode === code),
  )
  return mergeInstructions(row.instructions, ...listed.flatMap(({ instructions, pulled }) => [instructions, pulled]))
}
