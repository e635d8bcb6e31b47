import type { Clock } from '../../platform/clock.ts'
import type { SupplierOperation } from '../../suppliers/supplier-call.ts'
import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import type { SandboxState } from './state.ts'

/** A request as a sandbox supplier sees it: the path without the supplier's prefix, the body whole. */
export type SandboxRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The two levels that a sandbox supplier writes; a pino logger fits. */
export type SandboxLog = {
  readonly debug: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** A message that the supplier sends by itself, so long after its answer; in real time. */
export type SandboxNotification = { readonly afterMs: number; readonly body: object }

/**
 * What a sandbox supplier answers. `body` undefined: none at all (204). `delayMs`: how late it comes. `lost`: it never
 * comes; whatever the request changed stays changed.
 */
export type SandboxReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly delayMs?: number
  readonly lost?: boolean
  readonly notify?: SandboxNotification
}

export type SandboxDeps = {
  readonly clock: Pick<Clock, 'now'>
  readonly state: SandboxState
  readonly catalogue: SandboxCatalogue
}

/** A request that the supplier has recognised: the operation by which faults are asked for, and the work itself. */
export type SandboxCall = {
  readonly operation: SupplierOperation
  readonly answer: () => Promise<SandboxReply> | SandboxReply
}

/** One supplier's protocol over its own state. Pure but for `deps`: no sockets, no timers. */
export type SandboxSupplier = {
  readonly code: string
  /** Where it lives on the server, without slashes. */
  readonly prefix: string
  /** Routes and authenticates: either the call to make, or the refusal. */
  readonly open: (deps: SandboxDeps, request: SandboxRequest) => SandboxCall | SandboxReply
  /** The supplier's own words for an injected 500 or 429. */
  readonly faultReply: (deps: SandboxDeps, status: 500 | 429) => SandboxReply
}
