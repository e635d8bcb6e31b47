import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { ID_PREFIXES } from '../../domain/ids.ts'
import type { MappingStatus, ServiceRoom } from '../../domain/mapping.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { RoomRate } from '../../domain/rate.ts'
import { PLAIN_TERMS } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { Traveller } from '../../domain/traveller.ts'
import type { TokenSeal } from '../../platform/token-seal.ts'

/** The data of a room option that a prebook needs. */
export type TokenContent = {
  readonly organizationId: string
  readonly environment: string
  readonly hotelId: number
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly connectionId: string
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly nationality: string
  readonly mappingStatus: MappingStatus
  readonly serviceRooms: readonly (ServiceRoom | null)[]
  readonly rate: RoomRate
  readonly expiresAt: Instant
  /** Absent in tokens of an earlier release, like the next two. */
  readonly traveller?: Traveller
  readonly listCurrency?: string
  /** The language that the rate's texts are in. */
  readonly language?: string
  /** Of the listing's mapping when the supplier was asked; null: as it was imported first. */
  readonly mappingVersion?: number | null
}

const TOKEN_LIFE_MS = 20 * MINUTE_MS

export function tokenExpiry(now: Instant, rate: RoomRate): Instant {
  return Math.min(now + TOKEN_LIFE_MS, rate.expiresAt ?? Number.MAX_SAFE_INTEGER)
}

/**
 * Compresses and seals the option itself. The token is opaque, tamper-proof and readable by every process. The server stores
 * nothing, so a lost cache loses no booking.
 */
export function sealToken(seal: TokenSeal, content: TokenContent): string {
  return ID_PREFIXES.bookingToken + seal.sealBytes(deflateRawSync(JSON.stringify(content))).toString('base64url')
}

/** Returns null for a token that was forged, altered, or sealed for another purpose. */
export function openToken(seal: TokenSeal, token: string): TokenContent | null {
  if (!token.startsWith(ID_PREFIXES.bookingToken)) return null
  const text = token.slice(ID_PREFIXES.bookingToken.length)
  const sealed = Buffer.from(text, 'base64url')
  // Decoding ignores characters outside base64url and unused bits, so only the exact text that we have issued is accepted.
  if (sealed.toString('base64url') !== text) return null
  try {
    const packed = seal.openBytes(sealed)
    // sealToken has written it, and the cipher authenticates it.
    const content = JSON.parse(inflateRawSync(packed, { maxOutputLength: 262_144 }).toString('utf8')) as TokenContent
    return { ...content, rate: { ...PLAIN_TERMS, ...content.rate } }
  } catch {
    return null
  }
}
