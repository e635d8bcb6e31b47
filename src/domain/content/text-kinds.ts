/** What a description is about. Sources that tell something else are read as `other`. */
export const DESCRIPTION_KINDS = [
  'headline',
  'general',
  'location',
  'attractions',
  'amenities',
  'dining',
  'business',
  'rooms',
  'renovations',
  'national_ratings',
  'other',
] as const
export type DescriptionKind = (typeof DESCRIPTION_KINDS)[number]

export const POLICY_KINDS = [
  'check_in',
  'children',
  'pets',
  'parking',
  'internet',
  'meals',
  'extra_beds',
  'deposit',
  'fees',
  'no_show',
  'visa',
  'shuttle',
  'payment',
  'know_before_you_go',
  'other',
] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

/** Words of suppliers for the kinds above: RateHawk's metapolicy_struct, Rapid's descriptions, LiteAPI's policy_type. */
const OTHER_WORDS: Readonly<Record<string, DescriptionKind | PolicyKind>> = {
  business_amenities: 'business',
  area: 'attractions',
  description: 'general',
  room: 'rooms',
  restaurant: 'dining',
  check_in_check_out: 'check_in',
  checkin: 'check_in',
  checkout: 'check_in',
  check_out: 'check_in',
  child: 'children',
  pet: 'pets',
  meal: 'meals',
  children_meal: 'meals',
  cot: 'extra_beds',
  extra_bed: 'extra_beds',
  add_fee: 'fees',
  fee: 'fees',
  important_information: 'know_before_you_go',
}

function kindOf<Kind extends string>(kinds: readonly Kind[], word: string): Kind | undefined {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const known = Object.hasOwn(OTHER_WORDS, plain) ? OTHER_WORDS[plain] : plain
  return kinds.find((kind) => kind === known)
}

export function descriptionKind(word: string): DescriptionKind {
  return kindOf(DESCRIPTION_KINDS, word) ?? 'other'
}

export function policyKind(word: string): PolicyKind {
  return kindOf(POLICY_KINDS, word) ?? 'other'
}
