import type { HotelContent, HotelItem } from '../../domain/contract/search.ts'

/**
 * What an item of a list has in common with others, by identity: items of one hotel in one language share `content`, answers
 * that show one item again share `rest`. Neither ever changes, so a facade may remember under them what it wrote.
 */
export type ItemParts = { readonly content: HotelContent; readonly rest: object }

/** Beside the items, not on them: a view is plain data. */
const parts = new WeakMap<object, ItemParts>()

/** Says which parts of an item others share; returns the item. */
export function withParts<Item extends HotelItem>(item: Item, shared: ItemParts): Item {
  parts.set(item, shared)
  return item
}

/** Undefined for an item that shares nothing, such as one with some fields only. */
export function partsOf(item: object): ItemParts | undefined {
  return parts.get(item)
}
