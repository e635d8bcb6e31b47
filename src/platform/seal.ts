import {
  candidates,
  deriveKey,
  headOf,
  NO_KEY_ID,
  openEnvelope,
  openWithAny,
  parseEnvelope,
  sealEnvelope,
} from './envelope.ts'
import type { MasterKeys } from './master-key.ts'

/** Where sealed messages are stored: a key is derived for each purpose, and each message can only be opened for its own row. */
type SealedPlace = {
  readonly purpose: string
  /** Table and column, such as `bookings.guests_sealed`. */
  readonly column: string
}

/** Authenticated encryption for one column: a message that was sealed for another column or row cannot be opened. */
export type Seal = {
  readonly seal: (plain: string, row: string) => Buffer
  /** Throws for any message that was not sealed for this row. */
  readonly open: (sealed: Uint8Array, row: string) => string
}

/** AES-256-GCM under keys derived from the master key by HKDF-SHA-256: one key per purpose, one random nonce per message. */
export function createSeal(keys: MasterKeys, { purpose, column }: SealedPlace): Seal {
  const derived = new Map(keys.opening.map((key) => [key.id, deriveKey(key, purpose)]))
  function keyOf(id: string): Buffer {
    return derived.get(id) ?? Buffer.alloc(0)
  }
  function identityOf(row: string): string {
    return `${column}:${row}`
  }
  return {
    seal: (plain, row) =>
      sealEnvelope({
        head: headOf(keys.sealing),
        key: keyOf(keys.sealing.id),
        identity: identityOf(row),
        plain: Buffer.from(plain, 'utf8'),
      }),
    open: (sealed, row) => {
      const envelope = parseEnvelope(sealed)
      function open({ id }: { readonly id: string }): Buffer {
        return openEnvelope(envelope, keyOf(id), identityOf(row))
      }
      return openWithAny(candidates(keys, envelope), open).toString('utf8')
    },
  }
}

/** The id of the key that a message is sealed under; `none` for version 1, which does not contain it. */
export function sealedUnder(sealed: Uint8Array): string {
  return parseEnvelope(sealed).keyId ?? NO_KEY_ID
}
