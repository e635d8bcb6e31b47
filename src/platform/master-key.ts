import { hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** 32 secret bytes, and a public id that is derived from them without revealing them. */
export type MasterKey = { readonly id: string; readonly bytes: Buffer }

/**
 * The keys of a process. `sealing` seals new messages; messages sealed under any key of `opening`, which includes `sealing`, can
 * be opened.
 */
export type MasterKeys = { readonly sealing: MasterKey; readonly opening: readonly MasterKey[] }

const KEY_BYTES = 32
export const KEY_ID_BYTES = 4

export function toMasterKey(bytes: Buffer): MasterKey {
  return { bytes, id: Buffer.from(hkdfSync('sha256', bytes, 'hotel-gateway', 'key-id', KEY_ID_BYTES)).toString('hex') }
}

/** Makes the keys from the configured ones; `also` is only for opening. Equal keys count once. */
export function toMasterKeys(sealing: Buffer, also: Buffer | null): MasterKeys {
  const first = toMasterKey(sealing)
  const second = also && toMasterKey(also)
  return { sealing: first, opening: second && second.id !== first.id ? [first, second] : [first] }
}

/** Random bytes repeat a few of their 256 values: 32 random bytes have fewer than 16 distinct values once in 10^19 keys. */
const LEAST_DISTINCT = 16

/** Why these bytes are too weak for a key; null for bytes that look random. */
export function weaknessOf(bytes: Uint8Array): string | null {
  if (new Set(bytes).size === 1) return 'is one byte over and over'
  if (hasPeriod(bytes)) return 'is a pattern that repeats'
  if (isCounting(bytes)) return 'counts'
  return new Set(bytes).size < LEAST_DISTINCT ? `has fewer than ${LEAST_DISTINCT} different bytes` : null
}

function hasPeriod(bytes: Uint8Array): boolean {
  const lengths = Array.from({ length: bytes.length / 2 }, (_, index) => index + 1)
  return lengths.some((length) => bytes.every((byte, index) => byte === bytes[index % length]))
}

function isCounting(bytes: Uint8Array): boolean {
  const steps = bytes.slice(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(steps).size === 1
}

/**
 * The 32-byte key from which all sealing keys are derived: the configured one, or else one that is generated on first use and
 * stored in `dataDir`. If it is lost, every stored credential is lost, so an existing file is never overwritten.
 */
export async function loadMasterKey(given: Buffer | null, dataDir: string): Promise<Buffer> {
  if (given) return given
  const path = join(dataDir, 'master-key')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes: restore it, or set MASTER_KEY`)
  return key
}
