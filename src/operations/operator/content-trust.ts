import { CONTENT_FIELDS, type ContentField } from '../../domain/content/page-content.ts'
import type { TrustOrders } from '../../domain/content/trust.ts'
import type { Store } from '../../store/store.ts'

/**
 * Whom the gateway trusts in each part of hotels' content as long as the operator says nothing else, and why. Suppliers that are not
 * named come behind, by code.
 */
export const DEFAULT_TRUST: Readonly<Record<ContentField, readonly string[]>> = {
  // Name and place are those that most suppliers agree on; these orders decide between equally many.
  name: ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'],
  place: ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'],
  // Hotelbeds tells the number of the house from that of the reservation desk.
  phone: ['hotelbeds', 'expedia_rapid', 'ratehawk', 'liteapi'],
  // Official classes come first in any case; Hotelbeds knows up to sixty categories.
  stars: ['hotelbeds', 'expedia_rapid', 'ratehawk', 'liteapi'],
  type: ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'],
  // LiteAPI's chains are often wrong.
  chain: ['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'],
  // Hotelbeds tells what is charged for, and what a hotel has not.
  facilities: ['hotelbeds', 'expedia_rapid', 'ratehawk', 'liteapi'],
  // By captions and sizes: Hotelbeds has no captions.
  images: ['expedia_rapid', 'liteapi', 'ratehawk', 'hotelbeds'],
  // Rapid's are by subject and in each language.
  descriptions: ['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk'],
  check_in: ['expedia_rapid', 'ratehawk', 'hotelbeds', 'liteapi'],
  // RateHawk's rooms have neither size nor description.
  rooms: ['expedia_rapid', 'liteapi', 'hotelbeds', 'ratehawk'],
}

/** The order of every part: the operator's where there is one. */
export async function trustOrders({ contentTrust }: Pick<Store, 'contentTrust'>): Promise<TrustOrders> {
  return { ...DEFAULT_TRUST, ...(await contentTrust.all()) }
}

export function isContentField(name: string): name is ContentField {
  return CONTENT_FIELDS.some((field) => field === name)
}
