/** How sure the catalogue is of a supplier's room. Only MATCHED has a service room; all are bookable. */
export const MAPPING_STATUSES = ['MATCHED', 'AMBIGUOUS', 'UNMAPPED', 'CONFLICT'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

/** The catalogue's own room. */
export type ServiceRoom = { readonly roomId: string; readonly name: string; readonly imageUrls: readonly string[] }

/** What is known of a supplier's listing of a hotel; only VERIFIED may be confirmed. */
export const HOTEL_VERIFICATIONS = ['VERIFIED', 'PENDING', 'UNVERIFIED'] as const
export type HotelVerification = (typeof HOTEL_VERIFICATIONS)[number]

const WORST_FIRST: readonly MappingStatus[] = ['CONFLICT', 'AMBIGUOUS', 'UNMAPPED', 'MATCHED']

/** The status of an option with several rooms: that of its least certain room. */
export const worstMapping = (statuses: readonly MappingStatus[]): MappingStatus =>
  WORST_FIRST.find((status) => statuses.includes(status)) ?? 'UNMAPPED'
