import type { SupplierOperation } from '../suppliers/supplier-call.ts'

/** SANDBOX: our own sandbox supplier. TEST: the supplier's test host, on the Internet. */
export type CertifiedHost = 'SANDBOX' | 'TEST'

/** One HTTP exchange with the supplier, masked: it is handed in as it stands. */
export type Exchange = {
  /** Counts exchanges and answers of a run together, in the order in which they began. */
  readonly number: number
  readonly step: string
  readonly operation: SupplierOperation
  /** RFC 3339, in real time. */
  readonly sentAt: string
  readonly tookMs: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** Parsed JSON; null for a request without a body. */
    readonly body: unknown
  }
  /** Null when none arrived that could be read; `failure` says why. */
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  } | null
  readonly failure: string | null
}

/** What the gateway told the partner in a step, masked. `value` is the view, or the problem when `ok` is false. */
export type Told = {
  readonly number: number
  readonly step: string
  /** An operation of the gateway, or `checkConnection`. */
  readonly operation: string
  readonly input: unknown
  /** The connection's settings in this step, of which some differ from the stored ones. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly ok: boolean
  readonly value: unknown
}

/** Everything that a run has seen: the requirements are judged by this, and this is what is handed in. */
export type Evidence = {
  readonly supplierCode: string
  readonly host: CertifiedHost
  /** The connection's stored settings, masked. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly exchanges: readonly Exchange[]
  readonly told: readonly Told[]
}

/**
 * NOT_SEEN: what would show it did not come up; in the sandbox, whose stock has everything, that is as bad as NOT_MET. BY_TESTS: a run
 * over one connection cannot show it, tests of the gateway with the id in their titles do. NEEDS_PERSON: only a person can, or has
 * to ask. NEXT_ISSUE: the gateway does not do it yet.
 */
export const VERDICTS = [
  'MET',
  'NOT_MET',
  'NOT_SEEN',
  'BY_TESTS',
  'NEEDS_PERSON',
  'NEXT_ISSUE',
  'NOT_APPLICABLE',
] as const
export type Verdict = (typeof VERDICTS)[number]

export type Finding = { readonly verdict: Verdict; readonly why: string }

/** Something that a supplier demands, by its stable id. */
export type Requirement = {
  readonly id: string
  /** One sentence: what is demanded. */
  readonly says: string
  readonly judge: (evidence: Evidence) => Finding
}
