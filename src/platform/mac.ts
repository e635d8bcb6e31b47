import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './envelope.ts'
import type { MasterKeys } from './master-key.ts'

/** HMAC-SHA-256 under the key of one purpose, base64url: it proves that a text is ours without hiding it. */
export type Mac = {
  readonly mac: (text: string) => string
  /** True when `given` is a prefix of the text's MAC under any of the keys. The caller must check that it is long enough. */
  readonly isMac: (text: string, given: string) => boolean
}

export function createMac(keys: MasterKeys, purpose: string): Mac {
  const macKeys = keys.opening.map((key) => ({ id: key.id, bytes: deriveKey(key, `${purpose}:mac`) }))
  const sealing = macKeys.find(({ id }) => id === keys.sealing.id)?.bytes ?? Buffer.alloc(0)
  function macOf(key: Buffer, text: string): string {
    return createHmac('sha256', key).update(text).digest('base64url')
  }
  function isEqual(wanted: string, given: Buffer): boolean {
    const cut = Buffer.from(wanted).subarray(0, given.length)
    return cut.length === given.length && timingSafeEqual(cut, given)
  }
  return {
    mac: (text) => macOf(sealing, text),
    isMac: (text, given) => macKeys.some(({ bytes }) => isEqual(macOf(bytes, text), Buffer.from(given))),
  }
}
