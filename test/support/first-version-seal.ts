import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals as code before key ids did: version 1, a nonce, the ciphertext and its tag, bound to no row. */
export function sealedByFirstVersion(masterKey: Buffer, purpose: string, plain: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'hotel-gateway', purpose, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
