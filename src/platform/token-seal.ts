import { DAY_MS } from '../domain/time.ts'
import {
  candidates,
  deriveKey,
  type Envelope,
  headOf,
  openEnvelope,
  openWithAny,
  parseEnvelope,
  sealEnvelope,
} from './envelope.ts'
import type { MasterKey, MasterKeys } from './master-key.ts'

/** Seals data that clients hold for some minutes. */
export type TokenSeal = {
  readonly sealBytes: (plain: Uint8Array) => Buffer
  /** Throws for any data that this seal did not make within a day of now. */
  readonly openBytes: (sealed: Uint8Array) => Buffer
}

const DAY_BYTES = 4
/** How many derived keys are cached: two days with two master keys during a rotation, and some room for invented days. */
const MAX_DERIVED = 16

/**
 * Like `createSeal`, but with a separate key for each day, which the message names: with random nonces one key is safe for 2^32
 * messages (NIST SP 800-38D, section 8.3), and 5,000 room options per second reach that in ten days.
 */
export function createTokenSeal(keys: MasterKeys, purpose: string, now: () => number): TokenSeal {
  const derived = new Map<string, Buffer>()

  function keyOf(key: MasterKey, day: string): Buffer {
    const name = `${key.id}:${day}`
    const known = derived.get(name)
    if (known) return known
    const made = deriveKey(key, `${purpose}${day}`)
    if (derived.size >= MAX_DERIVED) derived.clear()
    derived.set(name, made)
    return made
  }

  function today(): number {
    return Math.floor(now() / DAY_MS)
  }
  function isNear(day: number): boolean {
    return Math.abs(day - today()) <= 1
  }

  function open(envelope: Envelope, key: MasterKey): Buffer {
    const day = envelope.keyId === null ? '' : dayName(envelope.extra)
    return openEnvelope(envelope, keyOf(key, day), purpose)
  }

  return {
    sealBytes: (plain) => {
      const day = Buffer.alloc(DAY_BYTES)
      day.writeUInt32BE(today())
      const head = Buffer.concat([headOf(keys.sealing), day])
      return sealEnvelope({ head, key: keyOf(keys.sealing, dayName(day)), identity: purpose, plain })
    },
    openBytes: (sealed) => {
      const envelope = parseEnvelope(sealed, DAY_BYTES)
      if (envelope.keyId !== null && !isNear(envelope.extra.readUInt32BE())) throw new Error('sealed on another day')
      return openWithAny(candidates(keys, envelope), (key) => open(envelope, key))
    },
  }
}

/** The day (counted since 1970) in the purpose that a key is derived for. */
function dayName(day: Buffer): string {
  return `:day-${day.readUInt32BE()}`
}
