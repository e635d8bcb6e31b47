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

/** Where sealed messages are kept: a key is derived for each purpose, and each message opens in its own row only. */
type SealedPlace = {
  readonly purpose: string
  /** Table and column, as in `bookings.guests_sealed`. */
  readonly column: string
}

/** Authenticated encryption for one column: what was sealed for another one, or for another row, does not open. */
export type Seal = {
  readonly seal: (plain: string, row: string) => Buffer
  /** Throws for anything that was not sealed for this row. */
  readonly open: (sealed: Uint8Array, row: string) => string
}

/** AES-256-GCM under a key derived from the master key by HKDF-SHA-256, one key a purpose, a random nonce a message. */
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

/** The id of the key that a message is sealed under; `none` for one of the first version, which does not say. */
export function sealedUnder(sealed: Uint8Array): string {
  return parseEnvelope(sealed).keyId ?? NO_KEY_ID
}
