import type { HotelItem } from '../../domain/contract/search.ts'
import { Beside } from '../../platform/side-field.ts'
import type { SharedPart } from '../../platform/written-once.ts'

/**
 * The parts of a list's item that are shared with other items: `content` by all items of one hotel in one language, `rest` by all
 * answers that show the same item again.
 */
type ItemParts = { readonly content: SharedPart; readonly rest: SharedPart }

/** The parts are stored next to the items instead of in them, because a view is plain data. */
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

/** Records the parts that the item shares with others; returns the item. */
export function withParts<Item extends HotelItem>(item: Item, shared: ItemParts): Item {
  Parts.put(item, shared)
  return item
}

/** Returns undefined for an item that shares nothing, such as one with only some of the fields. */
export function partsOf(item: object): ItemParts | undefined {
  return Parts.of(item)
}
