/**
 * LiteAPI's words in ours. What is in no table keeps its own name; a new row here is all that it takes.
 */

/** Property types by the name of `data/hotelTypes`, in lower case. */
export const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  hotels: 'hotel',
  hotel: 'hotel',
  aparthotels: 'aparthotel',
  aparthotel: 'aparthotel',
  hostels: 'hostel',
  hostel: 'hostel',
  resorts: 'resort',
  resort: 'resort',
  'guest houses': 'guest_house',
  'guest house': 'guest_house',
  villas: 'villa',
  villa: 'villa',
  apartments: 'apartment',
  apartment: 'apartment',
}

/**
 * Beds by `bedType`, in lower case. LiteAPI's names are those of European makers, ours go by width as the other suppliers' do: 151 to
 * 180 cm is a queen bed, a super-king one a king.
 */
export const BEDS: Readonly<Record<string, string>> = {
  'single bed': 'SINGLE',
  'twin bed': 'SINGLE',
  'double bed': 'DOUBLE',
  'large bed (king size)': 'QUEEN',
  'extra-large bed (super-king size)': 'KING',
  'extra-large double bed (super-king size)': 'KING',
  'queen bed': 'QUEEN',
  'king bed': 'KING',
  'sofa bed': 'SOFA_BED',
  'bunk bed': 'BUNK_BED',
  'futon mat': 'FUTON',
}

/** Policies by `policy_type`. */
export const POLICY_KINDS: Readonly<Record<string, string>> = {
  POLICY_CHILDREN: 'children',
  POLICY_PETS: 'pets',
  POLICY_HOTEL_PARKING: 'parking',
  POLICY_PARKING: 'parking',
  POLICY_HOTEL_INTERNET: 'internet',
  POLICY_INTERNET: 'internet',
  POLICY_CARDS: 'payment',
  POLICY_HOTEL_CHECKIN: 'check_in',
}

/** How a name of no chain, type or place is written. */
export const NOT_TOLD = /^(not available|n\/a|unknown)$/i

/** Words in a facility's English name that tell its price. */
export const FREE = /\bfree\b|\bcomplimentary\b/i
export const AT_A_CHARGE = /surcharge|extra charge|additional charge|\bpaid\b|\bfees?\b/i
/** Not about a price: `Smoke-free property`. */
export const FREE_OF = /\b(smoke|allergen|allergy|barrier|gluten|dairy|hands|drug)[- ]free\b/i
