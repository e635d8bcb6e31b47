/** Rapid's numbers and words by ours. What is not here keeps its own name. Source: the examples of Rapid's specification. */

/** Property types by the number of a category. */
export const TYPE_BY_CATEGORY: Readonly<Record<string, string>> = { '1': 'hotel', '12': 'hostel' }

/** Property types by the English name of a category, in lower case. */
export const TYPE_BY_NAME: Readonly<Record<string, string>> = {
  hotel: 'hotel',
  resort: 'resort',
  'hotel resort': 'resort',
  'condominium resort': 'resort',
  aparthotel: 'aparthotel',
  'apart-hotel': 'aparthotel',
  'hostel/backpacker accommodation': 'hostel',
  hostel: 'hostel',
  guesthouse: 'guest_house',
  'guest house': 'guest_house',
  'bed & breakfast': 'guest_house',
  inn: 'guest_house',
  villa: 'villa',
  apartment: 'apartment',
  condo: 'apartment',
  'private vacation home': 'apartment',
}

/** The statistics that have a place of their own in a listing. */
export const STATISTICS = { roomsCount: '52', yearBuilt: '2515' } as const

/** Amenities of rooms that are attributes with us. */
export const ROOM_AMENITIES = { smoking: '6176', accessible: '1073743373' } as const
