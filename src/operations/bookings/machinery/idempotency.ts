import { createHash } from 'node:crypto'
import { type Problem, problem } from '../../../domain/errors.ts'
import { err, ok, type Result } from '../../../domain/result.ts'
import { DAY_MS, toRfc3339 } from '../../../domain/time.ts'
import { toWire } from '../../../domain/wire.ts'
import type { UsedKey } from '../../../store/idempotency-keys.ts'

/** How long the keys of cancellations and reviews are stored; a creation's key is stored as long as its booking. */
export const KEY_LIFE_MS = 30 * DAY_MS

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

export function checkKey(key: string | null): Result<string, Problem> {
  if (key === null || key.trim() === '') return err(problem('IDEMPOTENCY_KEY_REQUIRED'))
  return KEY.test(key) ? ok(key) : err(problem('IDEMPOTENCY_KEY_INVALID'))
}

export type Fingerprint = { readonly fingerprint: Uint8Array; readonly pathHashes: Readonly<Record<string, string>> }

/**
 * Reduces a request to what a comparison needs: SHA-256 over its canonical JSON (sorted keys, without nulls, so that absent and
 * null fields are equal), and a short hash of each leaf, salted with the key. When a key is reused, the hashes show which paths
 * differ, although no guest data is stored.
 */
export function fingerprintOf(input: unknown, salt: string): Fingerprint {
  const leaves = flatten(toWire(input), '')
  const pathHashes = Object.fromEntries(
    leaves.map(([path, value]) => [path, sha256(`${salt}\n${path}\n${value}`).toString('base64url').slice(0, 12)]),
  )
  return { fingerprint: sha256(JSON.stringify(leaves)), pathHashes }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function flatten(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => flatten(item, `${path}[${index}]`))
  if (typeof value !== 'object') return [[path, JSON.stringify(value)]]
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, child]) => flatten(child, path === '' ? key : `${path}.${key}`))
}

/** Returns null when the key was used for the same request; otherwise the refusal, which lists the paths that differ. */
export function keyConflict(used: UsedKey, request: Fingerprint): Problem | null {
  if (Buffer.from(used.fingerprint).equals(request.fingerprint)) return null
  const paths = new Set([...Object.keys(used.pathHashes), ...Object.keys(request.pathHashes)])
  const differingPaths = [...paths].filter((path) => used.pathHashes[path] !== request.pathHashes[path]).sort()
  return problem('IDEMPOTENCY_KEY_REUSED', 'The key was used with another body', {
    bookingId: used.bookingId,
    firstUsedAt: toRfc3339(used.createdAt),
    differingPaths,
  })
}
