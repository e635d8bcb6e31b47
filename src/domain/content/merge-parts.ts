import { LANGUAGES } from '../languages.ts'
import type { ListedFacility, ListedRoom, Listing } from '../listing.ts'
import type { Instructions } from '../selling.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { pageImages } from './images.ts'
import { instructionsOf } from './listing-instructions.ts'
import { firstTold, type Told } from './merge-facts.ts'
import {
  MOST,
  type PageContent,
  type PageFacility,
  type PageImage,
  type PagePolicies,
  type PageRoom,
  type TextsByLanguage,
} from './page-content.ts'
import { type DescriptionKind, descriptionKind, policyKind } from './text-kinds.ts'
import { textsIn, textsOf } from './texts.ts'

/** A set of pictures that shows a hotel; of smaller ones the largest is taken. */
const ENOUGH_IMAGES = 4

/** The pictures of one supplier: two suppliers have the same pictures under other addresses. */
export function mergeImages(listings: readonly Listing[]): Told<readonly PageImage[]> {
  const sets = listings
    .map(({ supplierCode, images }) => ({
      supplierCode,
      value: pageImages(
        images.filter(({ roomKey }) => roomKey === null),
        MOST.images,
      ),
    }))
    .filter(({ value }) => value.length > 0)
  const largest = sets.reduce<Told<readonly PageImage[]>>(
    (best, set) => (best && best.value.length >= set.value.length ? best : set),
    null,
  )
  return sets.find(({ value }) => value.length >= ENOUGH_IMAGES) ?? largest
}

/** In each language the descriptions of the most trusted supplier that has any. */
export function mergeDescriptions(listings: readonly Listing[]): {
  readonly descriptions: TextsByLanguage<DescriptionKind>
  readonly suppliers: readonly (readonly [language: string, supplierCode: string])[]
} {
  const told = LANGUAGES.flatMap((language) => {
    const found = firstTold(listings, ({ descriptions }) => {
      const texts = textsIn(descriptions, language, descriptionKind)
      return texts.length > 0 ? texts : null
    })
    return found ? [{ language, ...found }] : []
  })
  return {
    descriptions: Object.fromEntries(told.map(({ language, value }) => [language, value])),
    suppliers: told.map(({ language, supplierCode }) => [language, supplierCode]),
  }
}

/** What one supplier says that the hotel has: the first that says it in our terms, else the first that says anything. */
export function mergeFacilities(listings: readonly Listing[]): Told<readonly PageFacility[]> {
  const known = listings.filter(({ facilities }) => facilities.some(({ facilityId }) => facilityId !== null))
  return firstTold([...known, ...listings], ({ facilities }) => {
    const shown = facilities.flatMap(pageFacility)
    const once = [...new Map(shown.map((one) => [one.facilityId ?? one.name, one])).values()]
    return once.length > 0 ? once.slice(0, MOST.facilities) : null
  })
}

const MAX_LINE = 200

function pageFacility({ facilityId, rawName, isFree, note }: ListedFacility): PageFacility[] {
  const name = facilityId === null ? cleanLine(rawName ?? '', MAX_LINE) : null
  if (name === '') return []
  return [{ facilityId, name, isFree, note: cleanLine(note ?? '', MAX_LINE) || null }]
}

export function mergeCheckIn(listings: readonly Listing[]): Told<Pick<PageContent, 'checkInAllDay' | 'checkInMinAge'>> {
  return firstTold(listings, ({ checkIn: { from, isAllDay, minAge } }) => {
    if (from === null && !isAllDay && minAge === null) return null
    const hasAge = minAge !== null && Number.isInteger(minAge) && minAge > 0 && minAge < 100
    return { checkInAllDay: isAllDay ? true : from === null ? null : false, checkInMinAge: hasAge ? minAge : null }
  })
}

/** Those of each supplier, because they are its terms; of two listings of one supplier those of the first. */
export function mergePolicies(listings: readonly Listing[]): PagePolicies[] {
  return firstOfEach(listings, (listing) => {
    const texts = Object.fromEntries(
      LANGUAGES.map((language) => [language, textsIn(listing.policies, language, policyKind)] as const).filter(
        ([, some]) => some.length > 0,
      ),
    )
    return Object.keys(texts).length > 0 ? { supplierCode: listing.supplierCode, texts } : null
  })
}

export function mergeInstructionsOf(listings: readonly Listing[]): Record<string, Instructions> {
  return Object.fromEntries(
    firstOfEach(listings, (listing) => {
      const told = instructionsOf(listing)
      return told && ([listing.supplierCode, told] as const)
    }),
  )
}

function firstOfEach<Value>(listings: readonly Listing[], read: (listing: Listing) => Value | null): Value[] {
  const found = new Map<string, Value>()
  for (const listing of listings) {
    if (found.has(listing.supplierCode)) continue
    const value = read(listing)
    if (value !== null) found.set(listing.supplierCode, value)
  }
  return [...found.values()]
}

export function mergeRooms(listings: readonly Listing[]): Told<readonly PageRoom[]> {
  return firstTold(listings, (listing) => {
    const rooms = listing.rooms
      .slice(0, MOST.rooms)
      .map((room) => pageRoom(listing, room))
      .filter(({ names }) => Object.keys(names).length > 0)
    return rooms.length > 0 ? rooms : null
  })
}

const MAX_DESCRIPTION = 4_000

function pageRoom({ supplierCode, supplierHotelId, images }: Listing, room: ListedRoom): PageRoom {
  const pictures = [...room.images, ...images.filter(({ roomKey }) => roomKey === room.key)]
  const roomCode = room.rateKey ?? room.key
  return {
    roomId: null,
    source: { supplierCode, supplierHotelId, roomCode },
    names: textsOf(room.names, (raw) => cleanLine(raw, MAX_LINE)),
    // Suppliers describe rooms in the language of the file, of which there is one for all: English.
    descriptions: textsOf({ en: room.description ?? '' }, (raw) => cleanText(raw, MAX_DESCRIPTION)),
    bedChoices: room.bedChoices.map((beds) =>
      beds.map(({ type, count }) => ({ type: cleanLine(type, MAX_LINE), count })),
    ),
    maxOccupancy: room.maxOccupancy,
    maxAdults: room.maxAdults,
    maxChildren: room.maxChildren,
    view: cleanLine(room.view ?? '', MAX_LINE) || null,
    squareMetres: room.squareMetres,
    smoking: room.isSmoking,
    accessible: room.isAccessible,
    amenities: [...new Set(room.amenities.map((one) => cleanLine(one, MAX_LINE)))]
      .filter((one) => one !== '')
      .slice(0, MOST.amenities),
    images: pageImages(pictures, MOST.roomImages),
  }
}
