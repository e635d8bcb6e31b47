/** RateHawk's words and numbers by ours. What is not here keeps its own name. Source: the documentation of the dump and of `rg_ext`. */

/** Property types by `kind`. */
export const TYPE_BY_KIND: Readonly<Record<string, string>> = {
  Hotel: 'hotel',
  Boutique_and_Design: 'hotel',
  'Mini-hotel': 'hotel',
  Castle: 'hotel',
  Resort: 'resort',
  'Apart-hotel': 'aparthotel',
  Apartment: 'apartment',
  Hostel: 'hostel',
  Guesthouse: 'guest_house',
  BNB: 'guest_house',
  Villas_and_Bungalows: 'villa',
}

/** What says nothing. */
export const NO_KIND = 'Unspecified'
export const NO_CHAIN = 'No chain'

/** What a description is about, by its English title in lower case. */
export const DESCRIPTION_BY_TITLE: Readonly<Record<string, string>> = {
  location: 'location',
  'at the hotel': 'general',
  'at the apartment': 'general',
  'room amenities': 'rooms',
}

/** Sizes of pictures that are asked of the CDN, by their width. */
export const IMAGE_SIZES: Readonly<Record<string, string>> = { '240': '240x240', '640': '640x400', '1024': '1024x768' }

/** Categories of pictures that show a hotel from outside. */
export const FRONTS: ReadonlySet<string> = new Set(['exterior', 'hotel_front'])

/** Views by the number in `rg_ext`, of those that look the same everywhere. */
export const VIEWS: Readonly<Record<number, string>> = {
  1: 'Bay view',
  4: 'Canal view',
  5: 'City view',
  6: 'Courtyard view',
  7: 'Marina view',
  8: 'Garden view',
  9: 'Golf view',
  17: 'Harbour view',
  20: 'Lake view',
  22: 'Mountain view',
  23: 'Ocean view',
  24: 'Panoramic view',
  25: 'Park view',
  29: 'Pool view',
  30: 'River view',
  31: 'Sea view',
  33: 'Street view',
}

/** Amenities of rooms that are attributes with us: true, false, by what they say. */
export const SMOKING: Readonly<Record<string, boolean>> = { smoking: true, 'non-smoking': false }
export const ACCESSIBLE: ReadonlySet<string> = new Set(['accessible', 'wheelchair-accessible'])
