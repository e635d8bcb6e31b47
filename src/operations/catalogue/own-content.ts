import type { ImageSize, PageContent, PageImage, PageRoom, TextsByLanguage } from '../../domain/content/page-content.ts'
import { withinBounds } from '../../domain/content/texts.ts'
import { mergeInstructions, NOTHING_TOLD } from '../../domain/instructions.ts'
import type { Instructions } from '../../domain/selling.ts'
import type { ContentInput, ImageInput, RoomInput } from '../inputs/catalogue-content.ts'

/** What a hotel's line tells for the page about it; null when it tells nothing. Address lines and telephone stay in the hotel's row. */
export function ownContent(line: ContentInput): PageContent | null {
  const content: PageContent = {
    addressLines: [],
    phone: null,
    postcode: line.postcode ?? null,
    descriptions: byLanguage(line.descriptions),
    images: pictures(line.images),
    facilities: line.facility_details.map(({ facility_id, is_free, note }) => ({
      facilityId: facility_id,
      name: null,
      isFree: is_free ?? null,
      note: note ?? null,
    })),
    policies: line.policies.length > 0 ? [{ supplierCode: null, texts: byLanguage(line.policies) }] : [],
    checkInAllDay: line.check_in?.all_day ?? null,
    checkInMinAge: line.check_in?.min_age ?? null,
    rooms: line.rooms.map(roomOf),
  }
  return Object.values(content).every(isNothing) ? null : content
}

function isNothing(value: PageContent[keyof PageContent]): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The times that a line tells apart from its instructions; null when it tells none. */
export function ownTimes({ check_in, check_out_until }: ContentInput): Instructions | null {
  return mergeInstructions({
    ...NOTHING_TOLD,
    checkInFrom: check_in?.from ?? null,
    checkInUntil: check_in?.until ?? null,
    checkOutUntil: check_out_until ?? null,
  })
}

function byLanguage<Kind extends string>(
  told: readonly { readonly kind: Kind; readonly texts: Readonly<Record<string, string>> }[],
): TextsByLanguage<Kind> {
  const listed = told.flatMap(({ kind, texts }) =>
    Object.entries(texts).map(([language, text]) => ({ language, kind, text })),
  )
  const groups = Map.groupBy(listed, ({ language }) => language)
  return Object.fromEntries(
    [...groups].map(([language, texts]) => [language, withinBounds(texts.map(({ kind, text }) => ({ kind, text })))]),
  )
}

/** In the order of the line, each address once; the first stands for the hotel. */
function pictures(images: readonly ImageInput[]): PageImage[] {
  const seen = new Set<string>()
  return images
    .map((image) => {
      const sizes = sizesOf(image).filter(({ url }) => !seen.has(url))
      for (const { url } of sizes) seen.add(url)
      return { sizes, captions: image.captions, category: image.category ?? null }
    })
    .filter(({ sizes }) => sizes.length > 0)
    .map((image, index) => ({ ...image, isMain: index === 0 }))
}

/** The largest first. A `url` without a width is taken for the picture as it is, which is the largest. */
function sizesOf({ url, sizes }: ImageInput): ImageSize[] {
  const bySize = Object.entries(sizes)
    .map(([width, address]) => ({ width: Number(width), url: address }))
    .sort((a, b) => b.width - a.width)
  const whole = url != null && bySize.every((size) => size.url !== url) ? [{ width: null, url }] : []
  return [...whole, ...new Map(bySize.map((size) => [size.url, size])).values()]
}

function roomOf(room: RoomInput): PageRoom {
  return {
    roomId: room.room_id,
    source: null,
    names: room.names,
    descriptions: room.descriptions ?? {},
    bedChoices: room.bed_choices,
    maxOccupancy: room.max_occupancy ?? null,
    maxAdults: room.max_adults ?? null,
    maxChildren: room.max_children ?? null,
    view: room.view ?? null,
    squareMetres: room.square_metres ?? null,
    smoking: room.smoking ?? null,
    accessible: room.accessible ?? null,
    amenities: room.amenities,
    images: pictures(room.images),
  }
}
