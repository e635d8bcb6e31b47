import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { KEY_ID_BYTES, type MasterKey, type MasterKeys } from './master-key.ts'

/**
 * The format of a sealed message. Its first byte is its version:
 *
 *     1  nonce (12), ciphertext, tag (16)                          written by code before 22 November 2026; still opened
 *     2  key id (4), extra (0 or more), nonce, ciphertext, tag     the reader knows the length of `extra`
 *
 * AES-256-GCM. The bytes before the nonce, and the identity that the caller passes, are authenticated too.
 */
const VERSION = 2
const VERSION_WITHOUT_KEY_ID = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The length of the part with which every message of version 2 begins. */
const HEAD_BYTES = 1 + KEY_ID_BYTES

/** The key id of a message that contains none. */
export const NO_KEY_ID = 'none'

const NO_BYTES = Buffer.alloc(0)

export function deriveKey(masterKey: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey.bytes, 'hotel-gateway', purpose, 32))
}

/** The first bytes of every message that is sealed under a key. */
export function headOf({ id }: MasterKey): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex')])
}

type Sealing = { readonly head: Buffer; readonly key: Buffer; readonly identity: string; readonly plain: Uint8Array }

export function sealEnvelope({ head, key, identity, plain }: Sealing): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, Buffer.from(identity)]))
  const packed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([head, nonce, packed, cipher.getAuthTag()])
}

/** The parts of a message. `keyId` is null for version 1, which contains none. */
export type Envelope = {
  readonly keyId: string | null
  readonly head: Buffer
  readonly extra: Buffer
  readonly body: Buffer
}

/** Splits a sealed message into its parts. Throws for any other input. */
export function parseEnvelope(sealed: Uint8Array, extraBytes = 0): Envelope {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const isOld = bytes[0] === VERSION_WITHOUT_KEY_ID
  const headBytes = isOld ? 1 : HEAD_BYTES + extraBytes
  if ((!isOld && bytes[0] !== VERSION) || bytes.length < headBytes + NONCE_BYTES + TAG_BYTES)
    throw new Error('not a sealed message')
  return {
    keyId: isOld ? null : bytes.subarray(1, HEAD_BYTES).toString('hex'),
    head: bytes.subarray(0, headBytes),
    extra: isOld ? NO_BYTES : bytes.subarray(HEAD_BYTES, headBytes),
    body: bytes.subarray(headBytes),
  }
}

/** Decrypts a message. Throws when the key or the identity is wrong, or a single bit was changed. */
export function openEnvelope({ keyId, head, body }: Envelope, key: Buffer, identity: string): Buffer {
  const nonce = body.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  if (keyId !== null) decipher.setAAD(Buffer.concat([head, Buffer.from(identity)]))
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** The keys that may have sealed a message: the key that it names, or all keys when it names none. */
export function candidates({ opening }: MasterKeys, { keyId }: Envelope): readonly MasterKey[] {
  return keyId === null ? opening : opening.filter(({ id }) => id === keyId)
}

/** Returns the result of `open` with the first key that works. Throws an error in plain words when none does. */
export function openWithAny(keys: readonly MasterKey[], open: (key: MasterKey) => Buffer): Buffer {
  for (const key of keys)
    try {
      return open(key)
    } catch {
      // Sealed under another key, or for something else: told below when it was the last.
    }
  throw new Error('sealed under a key that this process does not have, or for something else')
}
