/** A value that JSON can represent; sandbox suppliers store only these. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * The stored records of one sandbox supplier. They survive the process if the implementation is persistent (Postgres). Shopping
 * stores nothing, so a search costs no write.
 */
export type SandboxState = {
  readonly get: (kind: string, key: string) => Promise<Json | null>
  /** Creates or replaces the record. */
  readonly put: (kind: string, key: string, body: Json) => Promise<void>
  /** Creates a record, atomically. Returns false, and writes nothing, when the key already exists. */
  readonly create: (kind: string, key: string, body: Json) => Promise<boolean>
  /** Every record of the kind whose top-level `field` equals `value`. */
  readonly find: (kind: string, field: string, value: string) => Promise<readonly Json[]>
  /**
   * Reads, changes and writes a record in one atomic step. `change` must be pure (it may run again after a conflict); it returns
   * null to leave the record unchanged. Returns the new body; null when the record does not exist or was not changed.
   */
  readonly update: (kind: string, key: string, change: (body: Json) => Json | null) => Promise<Json | null>
}

/**
 * The faults that can be injected into an exchange.
 * - `timeout`: no answer is ever sent; a booking write HAS taken effect.
 * - `reset`: the connection is cut before the supplier reads the request; a write has NOT taken effect.
 * - `500`, `429`: the supplier's own error body, without effect.
 * - `401`: the supplier's own answer to a call without credentials, without effect.
 * - `slow`: the right answer, 3 s late.
 * - `garbage`: status 200 with random bytes; a write HAS taken effect.
 * - `truncated`: half of the right answer, then the connection is cut; a write HAS taken effect.
 * - `cut_gzip`: the right answer, whole by its length, whose gzip ends in the middle of a block; a write HAS taken effect.
 * - `oversized`: the right answer, followed by more blanks than a client should read; a write HAS taken effect.
 * - `repeated_fields`: the right answer, in which every field stands twice, first as null; a write HAS taken effect.
 * - `html`: status 200 with a page for people, from something in front of the supplier; without effect.
 * - `over_quota`: the supplier's own answer when the calls of the day are used up, without effect.
 */
export const FAULTS = [
  'timeout',
  'reset',
  '500',
  '429',
  '401',
  'slow',
  'garbage',
  'truncated',
  'cut_gzip',
  'oversized',
  'repeated_fields',
  'html',
  'over_quota',
] as const
export type Fault = (typeof FAULTS)[number]

/** `organizationId` null: a call that names no organization. */
type FaultyCall = {
  readonly organizationId: string | null
  readonly supplierCode: string
  readonly operation: string
}

export type SandboxFaults = {
  /** Removes one pending fault of the call and returns it; null when none is pending. */
  readonly take: (call: FaultyCall) => Promise<Fault | null>
}
