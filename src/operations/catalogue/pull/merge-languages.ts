import { languageOf } from '../../../domain/languages.ts'
import type { ListedImage, ListedRoom, ListedText, Listing } from '../../../domain/listing.ts'

type ByLanguage = Readonly<Record<string, string>>

/**
 * A listing as it was told in English, with the texts in other languages that are stored of it: what English itself tells in another
 * language comes first.
 */
export function withOtherLanguages(told: Listing, stored: Listing | null): Listing {
  return stored === null ? told : joined(told, stored, (tag) => languageOf(tag) !== 'en')
}

/** What is stored of a listing, with its texts in one language as a row in that language tells them. All else stays. */
export function withLanguage(stored: Listing, told: Listing, language: string): Listing {
  const isThis: IsWanted = (tag) => languageOf(tag) === language
  return joined(without(stored, isThis), told, isThis)
}

type IsWanted = (language: string) => boolean

/** `base`, with those texts of `more` whose language is wanted and that `base` does not have. */
function joined(base: Listing, more: Listing, isWanted: IsWanted): Listing {
  const images = new Map(more.images.map((image) => [imageKey(image), image]))
  const rooms = new Map(more.rooms.map((room) => [room.key, room]))
  return {
    ...base,
    names: joinedTexts(base.names, more.names, isWanted),
    descriptions: joinedList(base.descriptions, more.descriptions, isWanted),
    policies: joinedList(base.policies, more.policies, isWanted),
    images: base.images.map((image) => joinedImage(image, images.get(imageKey(image)), isWanted)),
    rooms: base.rooms.map((room) => joinedRoom(room, rooms.get(room.key), isWanted)),
  }
}

function joinedTexts(base: ByLanguage, more: ByLanguage, isWanted: IsWanted): ByLanguage {
  return { ...Object.fromEntries(Object.entries(more).filter(([tag]) => isWanted(tag))), ...base }
}

function joinedList(
  base: readonly ListedText[],
  more: readonly ListedText[],
  isWanted: IsWanted,
): readonly ListedText[] {
  const known = new Set(base.map(({ language }) => language))
  return [...base, ...more.filter(({ language }) => isWanted(language) && !known.has(language))]
}

function joinedImage(base: ListedImage, more: ListedImage | undefined, isWanted: IsWanted): ListedImage {
  return more ? { ...base, captions: joinedTexts(base.captions, more.captions, isWanted) } : base
}

function joinedRoom(base: ListedRoom, more: ListedRoom | undefined, isWanted: IsWanted): ListedRoom {
  if (!more) return base
  const images = new Map(more.images.map((image) => [imageKey(image), image]))
  return {
    ...base,
    names: joinedTexts(base.names, more.names, isWanted),
    images: base.images.map((image) => joinedImage(image, images.get(imageKey(image)), isWanted)),
  }
}

/** `listing` without the texts in the languages that are not wanted. */
function without(listing: Listing, isUnwanted: IsWanted): Listing {
  function texts(byLanguage: ByLanguage): ByLanguage {
    return Object.fromEntries(Object.entries(byLanguage).filter(([tag]) => !isUnwanted(tag)))
  }
  function images(listed: readonly ListedImage[]): readonly ListedImage[] {
    return listed.map((image) => ({ ...image, captions: texts(image.captions) }))
  }
  function list(listed: readonly ListedText[]): readonly ListedText[] {
    return listed.filter(({ language }) => !isUnwanted(language))
  }
  return {
    ...listing,
    names: texts(listing.names),
    descriptions: list(listing.descriptions),
    policies: list(listing.policies),
    images: images(listing.images),
    rooms: listing.rooms.map((room) => ({ ...room, names: texts(room.names), images: images(room.images) })),
  }
}

/** The same picture has the same addresses in every language. */
function imageKey({ urls }: ListedImage): string {
  return Object.values(urls).sort().join(' ')
}

/** With its keys in one order, so that its hash does not depend on whether it was read from the supplier or from the database. */
export function inOneOrder<T>(value: T): T {
  return ordered(value) as T
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, ordered(child)]),
  )
}
