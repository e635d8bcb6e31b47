import type {
  PageContent,
  PageFacility,
  PageImage,
  PagePolicies,
  PageRoom,
  Texts,
} from '../../domain/content/page-content.ts'
import { chosenText, chosenTexts } from '../../domain/content/texts.ts'
import type {
  HotelDescriptionView,
  HotelFacilityView,
  HotelImageView,
  HotelPolicyView,
  HotelRoomView,
  LocalizedTextView,
} from '../../domain/contract/hotel.ts'
import { named, type Terms } from '../../hotel-index/catalogue.ts'
import type { MappedRoom, PageRow } from '../../store/hotel-contents.ts'

/** In which language a page is shown; and whether its sentences may be shown, any of which may say where a hidden hotel is. */
export type Shown = { readonly language: string; readonly withSentences: boolean }

export function imageViews(images: readonly PageImage[], { language, withSentences }: Shown): HotelImageView[] {
  return images.flatMap(({ sizes, captions, category, isMain }) => {
    const [largest] = sizes
    if (!largest) return []
    const caption = withSentences ? chosenText(captions, language) : null
    return [{ url: largest.url, caption, category: withSentences ? category : null, isMain, sizes }]
  })
}

export function descriptionViews(content: PageContent, { language, withSentences }: Shown): HotelDescriptionView[] {
  if (!withSentences) return []
  const chosen = chosenTexts(content.descriptions, language)
  return chosen.texts.map(({ kind, text }) => ({ kind, text, language: chosen.language }))
}

/** Those of the hotel itself, then those of the suppliers that the caller may use, in its order. */
export function policyViews(
  policies: readonly PagePolicies[],
  suppliers: readonly string[],
  { language, withSentences }: Shown,
): HotelPolicyView[] {
  if (!withSentences) return []
  const shown = [null, ...suppliers].flatMap((code) => policies.filter(({ supplierCode }) => supplierCode === code))
  return shown.flatMap(({ supplierCode, texts }) => {
    const chosen = chosenTexts(texts, language)
    return chosen.texts.map(({ kind, text }) => ({ kind, text, language: chosen.language, supplierCode }))
  })
}

/** The hotel's facilities by our names, with what is told of each; then those that only the source has a name for. */
export function facilityViews(
  facilityIds: readonly number[],
  told: readonly PageFacility[],
  { terms, shown }: { readonly terms: Terms; readonly shown: Shown },
): HotelFacilityView[] {
  const details = new Map(told.map((one) => [one.facilityId, one]))
  const ours = facilityIds.flatMap((facilityId) => {
    const names = terms.facilities.get(facilityId)
    const { isFree = null, note = null } = details.get(facilityId) ?? {}
    return names
      ? [{ facilityId, name: named(names, shown.language), isFree, note: shown.withSentences ? note : null }]
      : []
  })
  const theirs = told.flatMap(({ facilityId, name, isFree, note }) =>
    facilityId === null && name !== null ? [{ facilityId, name, isFree, note: shown.withSentences ? note : null }] : [],
  )
  return [...ours, ...theirs]
}

/** The rooms that the content describes; without any, those of the catalogue that suppliers' rooms are mapped to. */
export function roomViews(rooms: readonly PageRoom[], row: PageRow, shown: Shown): HotelRoomView[] {
  if (rooms.length === 0) return mappedRooms(row.rooms, shown)
  const ids = new Map(
    row.rooms.map((room) => [keyOf(room.supplierCode, room.supplierHotelId, room.supplierRoomId), room.roomId]),
  )
  return rooms.flatMap((room) => {
    const name = chosenText(room.names, shown.language)
    const { source } = room
    const mapped = source
      ? (ids.get(keyOf(source.supplierCode, source.supplierHotelId, source.roomCode)) ?? null)
      : null
    return name ? [roomView({ ...room, roomId: room.roomId ?? mapped }, name, shown)] : []
  })
}

function keyOf(...ids: readonly string[]): string {
  return ids.join('\n')
}

function roomView(room: PageRoom, name: LocalizedTextView, shown: Shown): HotelRoomView {
  const { source: _, names: _names, descriptions, bedChoices, images, ...facts } = room
  return {
    ...facts,
    name,
    // What is seen from a window may be the next street.
    view: shown.withSentences ? facts.view : null,
    description: shown.withSentences ? chosenText(descriptions, shown.language) : null,
    bedChoices: bedChoices.map((beds) => ({ beds })),
    images: imageViews(images, shown),
  }
}

const UNTOLD = {
  description: null,
  bedChoices: [],
  maxOccupancy: null,
  maxAdults: null,
  maxChildren: null,
  view: null,
  squareMetres: null,
  smoking: null,
  accessible: null,
  amenities: [],
} as const

function mappedRooms(rooms: readonly MappedRoom[], { language }: Shown): HotelRoomView[] {
  const once = new Map<string, { readonly names: Texts; readonly imageUrls: readonly string[] }>()
  for (const { roomId, names, imageUrls } of rooms)
    if (names && !once.has(roomId)) once.set(roomId, { names, imageUrls })
  return [...once].flatMap(([roomId, { names, imageUrls }]) => {
    const name = chosenText(names, language)
    if (!name) return []
    const images = [...new Set(imageUrls)].map((url, index) => ({
      url,
      caption: null,
      category: null,
      isMain: index === 0,
      sizes: [{ width: null, url }],
    }))
    return [{ roomId, name, ...UNTOLD, images }]
  })
}
