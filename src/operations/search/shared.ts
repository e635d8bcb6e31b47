import type { HotelContent, HotelItem } from '../../domain/contract/search.ts'
import type { Point } from '../../domain/geo.ts'
import { type Written, written } from '../../platform/text-builder.ts'

/** A part of an answer that many answers have in common. */
export type Shared<T> = { readonly value: T; readonly texts: Texts }

/** How a facade writes a part of an item: the same object for the same way of writing it. */
export type PartWriter<T> = { readonly write: (part: T) => string }

/** What a part was written as last, by whom. */
export type Texts = { readonly by: PartWriter<never>; readonly written: Written }[]

/** HTTP, and two selections of GraphQL. */
const MAX_TEXTS = 3

/** The part as this writer writes it: once, for as long as no others have come between. */
export const writeOnce = <T>(texts: Texts, by: PartWriter<T>, part: T): Written => {
  for (const known of texts) if (known.by === by) return known.written
  const made = written(by.write(part))
  if (texts.length >= MAX_TEXTS) texts.shift()
  texts.push({ by, written: made })
  return made
}

/** Under this an item carries the parts of it that are shared. */
export const SHARED = Symbol('shared')

export type WithShared = {
  readonly [SHARED]?: {
    /** What all items of the hotel in one language have in common. */
    readonly content: Shared<HotelContent>
    /** Everything else of the item, as it was written. */
    readonly rest: Texts
  }
}

/** The item that was made of a hotel's prices last, and what it was made of beside them. */
export type MadeItem = {
  readonly item: HotelItem & WithShared
  readonly content: Shared<HotelContent>
  readonly centre: Point
  /** Of the ranking whose typical prices it is compared with. */
  readonly version: number
  /** True when it shows the value that the list is sorted by. */
  readonly isByValue: boolean
}
