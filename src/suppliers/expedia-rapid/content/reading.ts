import type { ListingOf } from '../../content/read-line.ts'

/** How rows are read in a pass. `language` is Rapid's own word. */
export type Reading = {
  readonly language: string
  readonly idField: 'property_id'
  readonly listingOf: ListingOf
}
