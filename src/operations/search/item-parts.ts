import type { HotelItem } from '../../domain/contract/search.ts'
import { Beside } from '../../platform/side-field.ts'
import type { SharedPart } from '../../platform/written-once.ts'

/** What an item of a list has in common with others: items of one hotel in one language `content`, answers that show one item again `rest`. */
type ItemParts = { readonly content: SharedPart; readonly rest: SharedPart }

/** Beside the items, not on them: a view is plain data. */
class Parts extends Beside {
  #parts: ItemParts
  private constructor(item: object, parts: ItemParts) {
    super(item)
    this.#parts = parts
  }
  static put(item: object, parts: ItemParts): void {
    const carrier = #parts in item ? item : new Parts(item, parts)
    carrier.#parts = parts
  }
  static of(item: object): ItemParts | undefined {
    return #parts in item ? item.#parts : undefined
  }
}

/** Says which parts of an item others share; returns the item. */
export function withParts<Item extends HotelItem>(item: Item, shared: ItemParts): Item {
  Parts.put(item, shared)
  return item
}

/** Undefined for an item that shares nothing, such as one with some fields only. */
export function partsOf(item: object): ItemParts | undefined {
  return Parts.of(item)
}
