/** A value that JSON can carry: what the sandbox suppliers store. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * What one sandbox supplier remembers. Records outlive the process where the implementation does (Postgres); shopping
 * stores nothing, so that a search costs no write.
 */
export type SandboxState = {
  readonly get: (kind: string, key: string) => Promise<Json | null>
  /** Writes, whether or not the record exists. */
  readonly put: (kind: string, key: string, body: Json) => Promise<void>
  /** Writes a new record; false, and nothing written, when the key is taken. Atomic. */
  readonly create: (kind: string, key: string, body: Json) => Promise<boolean>
  /** Every record of the kind whose top-level `field` equals `value`. */
  readonly find: (kind: string, field: string, value: string) => Promise<readonly Json[]>
  /**
   * Read, change, write as one step. `change` is pure (it may run again after a conflict) and answers null to leave the
   * record as it is. Answers the new body; null when there is no such record or nothing was changed.
   */
  readonly update: (kind: string, key: string, change: (body: Json) => Json | null) => Promise<Json | null>
}

/**
 * What can go wrong on the wire.
 * - `timeout`: never an answer; a booking write HAS taken effect.
 * - `reset`: the connection is cut before the supplier reads the request; a write has NOT taken effect.
 * - `500`, `429`: the supplier's own error body, without effect.
 * - `slow`: the right answer, 3 s late.
 * - `garbage`: status 200 with random bytes; a write HAS taken effect.
 * - `truncated`: half of the right answer, then the connection is cut; a write HAS taken effect.
 */
export const FAULTS = ['timeout', 'reset', '500', '429', 'slow', 'garbage', 'truncated'] as const
export type Fault = (typeof FAULTS)[number]

export type SandboxFaults = {
  /** Takes one pending fault of that operation away and answers it; null when none is pending. */
  readonly take: (supplierCode: string, operation: string) => Promise<Fault | null>
}
