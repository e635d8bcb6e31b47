import type { Listing } from '../listing.ts'
import type { ContentField } from './page-content.ts'

/** For each part of the content the codes of suppliers, the most trusted first. Suppliers that are not named come behind, by code. */
export type TrustOrders = Readonly<Partial<Record<ContentField, readonly string[]>>>

/** The listings of a hotel, the most trusted first. The result does not depend on the order in which they are given. */
export function byTrust(listings: readonly Listing[], order: readonly string[] = []): Listing[] {
  function placeOf({ supplierCode }: Listing): number {
    const place = order.indexOf(supplierCode)
    return place < 0 ? order.length : place
  }
  return listings.toSorted((a, b) => placeOf(a) - placeOf(b) || compare(keyOf(a), keyOf(b)))
}

function keyOf({ supplierCode, supplierHotelId }: Listing): string {
  return `${supplierCode} ${supplierHotelId}`
}

/** By code units, so that the order does not depend on the machine's language. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The group that the most suppliers agree on; of equally large ones that of the most trusted. `groups` are in the order of trust. */
export function mostAgreed<Member extends { readonly supplierCode: string }>(
  groups: readonly (readonly Member[])[],
): readonly Member[] {
  function votes(group: readonly Member[]): number {
    return new Set(group.map(({ supplierCode }) => supplierCode)).size
  }
  return groups.reduce<readonly Member[]>((best, group) => (votes(group) > votes(best) ? group : best), [])
}
