import type { Traveller } from '../../domain/traveller.ts'
import type { TokenSeal } from '../../platform/token-seal.ts'

/** An offer lives for minutes, but is stored for weeks: the traveller's address is in it only sealed, under the key of that day. */
export function sealTraveller(seal: TokenSeal, traveller: Traveller): string {
  return seal.sealBytes(Buffer.from(JSON.stringify(traveller))).toString('base64url')
}

/** Null for an offer of before, and for one whose day is over. */
export function openTraveller(seal: TokenSeal, sealed: string | undefined): Traveller | null {
  if (sealed === undefined) return null
  try {
    // sealTraveller has written it, and the cipher authenticates it.
    return JSON.parse(seal.openBytes(Buffer.from(sealed, 'base64url')).toString('utf8')) as Traveller
  } catch {
    return null
  }
}
