/**
 * Who shops, for suppliers that demand the guest's own address and one session from the first search to the booking. An address is
 * personal data: it is stored only sealed, and is erased with the guests.
 */
export type Traveller = {
  /** IPv4 or IPv6, of the guest's device; null when the partner did not tell it. */
  readonly ip: string | null
  /** The same from the first search to the last call about the booking, and new for the next guest. */
  readonly sessionId: string
  readonly userAgent: string | null
}

/** What a request tells of the traveller; a part that it leaves out is as it was in the step before. */
export type TravellerInput = {
  readonly ip?: string | null | undefined
  readonly sessionId?: string | null | undefined
  readonly userAgent?: string | null | undefined
}

/** The traveller of a step: what this request says, then what the step before knew, then a session of the gateway's own. */
export function travellerOf(
  told: TravellerInput | null | undefined,
  before: Traveller | null,
  newSession: () => string,
): Traveller {
  return {
    ip: told?.ip ?? before?.ip ?? null,
    sessionId: told?.sessionId ?? before?.sessionId ?? newSession(),
    userAgent: told?.userAgent ?? before?.userAgent ?? null,
  }
}
