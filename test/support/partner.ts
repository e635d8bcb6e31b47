import { type Caller, SCOPES } from '../../src/operations/caller.ts'

/** Whose bookings they are, and somebody else. */
export const OURS = 'org_ours'
export const THEIRS = 'org_theirs'

/** Our organization, as a request comes from it. */
export function caller(changes: Partial<Caller> = {}): Caller {
  return {
    organizationId: OURS,
    keyId: null,
    actor: 'key:test',
    environment: 'sandbox',
    scopes: SCOPES,
    requestId: 'req_1',
    language: 'de',
    ip: '198.51.100.7',
    signal: null,
    ...changes,
  }
}

/** What a client sends for an offer of one room for two adults. */
export function bookingInput(offerId: string, changes: object = {}): object {
  const name = { givenName: 'Ada', familyName: 'Lovelace' }
  return {
    offerId,
    bookingMode: 'INSTANT',
    holder: { ...name, email: 'ada@example.com', phone: '+442071234567' },
    guests: [
      { allocationId: 'alc_1', type: 'ADULT', ...name },
      { allocationId: 'alc_1', type: 'ADULT' },
    ],
    ...changes,
  }
}
