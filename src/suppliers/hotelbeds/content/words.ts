/**
 * Hotelbeds' words in ours. What is in no table keeps its own name; a new row here is all that it takes. Codes are those of the public
 * documentation and of published records.
 */

/** Property types by the code of `types/accommodations`. */
export const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  H: 'hotel',
  T: 'aparthotel',
  Q: 'hostel',
  S: 'resort',
  P: 'guest_house',
  V: 'villa',
  A: 'apartment',
}

/** Beds by `group/code` of `types/facilities`. */
export const BEDS: Readonly<Record<string, string>> = {
  '61/1': 'SINGLE',
  '61/150': 'DOUBLE',
  '61/152': 'QUEEN',
  '61/155': 'KING',
  '61/200': 'SOFA_BED',
}

/** What images show, by the code of `types/imagetypes`. */
export const IMAGE_CATEGORIES: Readonly<Record<string, string>> = {
  GEN: 'exterior',
  COM: 'lobby',
  HAB: 'room',
  RES: 'restaurant',
  BAR: 'bar',
  PIS: 'pool',
  PLA: 'beach',
  CON: 'conference',
  DEP: 'sports',
  TER: 'terrace',
}

export const PHONE_KINDS: Readonly<Record<string, string>> = {
  PHONEHOTEL: 'HOTEL',
  PHONEBOOKING: 'BOOKING',
  PHONEMANAGEMENT: 'MANAGEMENT',
  FAXNUMBER: 'FAX',
}

/** For what an amount is asked, by words of the facility's English name; the first that fits. */
export const FEE_KINDS: readonly (readonly [RegExp, { readonly kind: string; readonly isMandatory: boolean }])[] = [
  [/resort fee|facility fee/i, { kind: 'resort_fee', isMandatory: true }],
  [/\btax(es)?\b/i, { kind: 'tax', isMandatory: true }],
  [/car ?park|parking|garage/i, { kind: 'parking', isMandatory: false }],
  [/\bpets?\b/i, { kind: 'pets', isMandatory: false }],
  [/wi-?fi|internet/i, { kind: 'internet', isMandatory: false }],
  [/transfer|shuttle/i, { kind: 'shuttle', isMandatory: false }],
  [/deposit/i, { kind: 'deposit', isMandatory: false }],
]

/** How often an amount is asked for; a guess of what `applicationType` means, which the public documentation does not list. */
export const FEE_UNITS: Readonly<Record<string, string>> = {
  NI: 'per_night',
  RN: 'per_room_per_night',
  RS: 'per_room_per_stay',
  PN: 'per_guest_per_night',
  PS: 'per_guest_per_stay',
  ST: 'per_stay',
}
