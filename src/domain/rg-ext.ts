/** The twelve numbers of RateHawk's room key in its documentation's order, which stored mappings of rooms depend on (decision 0034). */
export const RG_EXT_FIELDS = [
  'class',
  'quality',
  'sex',
  'bathroom',
  'bedding',
  'family',
  'capacity',
  'club',
  'bedrooms',
  'balcony',
  'view',
  'floor',
] as const
