import { type Fault, SANDBOX_FAULTS } from '../../domain/sandbox-faults.ts'

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

/** `organizationId` null: a call that names no organization. */
type FaultyCall<Known extends string> = {
  readonly organizationId: string | null
  readonly supplierCode: string
  readonly operation: string
  /** The faults that the call can have; others stay pending. Absent: `SANDBOX_FAULTS`. */
  readonly accepts?: readonly Known[]
}

export type SandboxFaults = {
  /** Removes one pending fault of the call and returns it; null when none is pending that it can have. */
  readonly take: <Known extends string = Fault>(call: FaultyCall<Known>) => Promise<Known | null>
}

/** The faults that a call can have. */
export function acceptedBy<Known extends string>({
  accepts,
}: {
  readonly accepts?: readonly Known[]
}): readonly Known[] {
  // Without a list of its own a call has the faults of any call, which is what `Known` is then.
  return accepts ?? (SANDBOX_FAULTS as readonly string[] as readonly Known[])
}
