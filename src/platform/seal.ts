import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Authenticated encryption for one purpose: what was sealed for another opens nowhere else. */
export type Seal = {
  readonly seal: (plain: string) => Buffer
  /** Throws for anything that this seal did not make. */
  readonly open: (sealed: Uint8Array) => string
  readonly sealBytes: (plain: Uint8Array) => Buffer
  readonly openBytes: (sealed: Uint8Array) => Buffer
  /** HMAC-SHA-256 under this purpose's key, base64url: proves that a text is ours without hiding it. */
  readonly mac: (text: string) => string
}

/** First byte of everything sealed, so that a later format can be told apart. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key derived from the master key by HKDF-SHA-256, one key a purpose, a random nonce a message. */
export const createSeal = (masterKey: Uint8Array, purpose: string): Seal => {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'hotel-gateway', purpose, 32))

  const sealBytes = (plain: Uint8Array): Buffer => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const packed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), nonce, packed, cipher.getAuthTag()])
  }

  const openBytes = (sealed: Uint8Array): Buffer => {
    const bytes = Buffer.from(sealed)
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed message')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  }

  const macKey = Buffer.from(hkdfSync('sha256', masterKey, 'hotel-gateway', `${purpose}:mac`, 32))

  return {
    mac: (text) => createHmac('sha256', macKey).update(text).digest('base64url'),
    sealBytes,
    openBytes,
    seal: (plain) => sealBytes(Buffer.from(plain, 'utf8')),
    open: (sealed) => openBytes(sealed).toString('utf8'),
  }
}
