import type { ContentFault, Fault } from '../../domain/sandbox-faults.ts'
import type { OrganizationTime } from '../../platform/clock.ts'
import type { SupplierOperation } from '../../suppliers/supplier-call.ts'
import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import type { Alteration } from './alteration.ts'
import type { Supply } from './content/supply.ts'
import type { SandboxState } from './state.ts'

/** A request as a sandbox supplier sees it: a path without the supplier's prefix, and the complete body. */
export type SandboxRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The two log levels that a sandbox supplier uses; a pino logger fits. */
export type SandboxLog = {
  readonly debug: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** A message that the supplier sends on its own initiative, `afterMs` after its answer in real time. */
export type SandboxNotification = { readonly afterMs: number; readonly body: object }

/** A file of rows, one JSON value a line, which is packed when it is sent. */
export type SandboxFile = {
  /** Names its bytes: two files of one name are the same. */
  readonly name: string
  readonly packing: 'gzip' | 'zstd'
  readonly madeAt: number
  readonly rowCount: number
  /** True: it may be kept in memory, packed. */
  readonly isSmall: boolean
  /** Makes the rows anew at each call. */
  readonly rows: () => Iterable<string>
}

/**
 * A sandbox supplier's answer. `body` undefined: it has none (204). `delayMs`: how late it is sent. `lost`: it is never sent, but
 * the request's changes remain.
 */
export type SandboxReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** In place of a body. */
  readonly file?: SandboxFile
  readonly bytes?: { readonly contentType: string; readonly content: Buffer }
  readonly delayMs?: number
  readonly lost?: boolean
  readonly notify?: SandboxNotification
}

export type SandboxDeps = {
  /** The time of the organization that calls. */
  readonly clock: Pick<OrganizationTime, 'now'>
  /** Real time, for what belongs to the network: rate limits, the dates of signed messages. */
  readonly realNow: () => number
  readonly state: SandboxState
  readonly catalogue: SandboxCatalogue
  /** Absent: awkward. Scenario hotels are plain in either case. */
  readonly stock?: 'awkward' | 'plain'
  /** Which organization calls; null: none, or one that does not say so. */
  readonly organizationId: string | null
  /** The time of an organization; null: real time. */
  readonly timeOf: (organizationId: string | null) => Pick<OrganizationTime, 'now'>
  /** What the supplier's static content is made of. It is made on first use. */
  readonly supply: () => Supply
}

/** A request that the supplier has recognised: the operation (for fault injection), and the function that does the work. */
export type SandboxCall = {
  readonly operation: SupplierOperation
  /** The faults that it can have; absent: `FAULTS`. */
  readonly faults?: readonly (Fault | ContentFault)[]
  /** For whom a file is fetched, whose link names nobody in a header; absent: the organization of the request. */
  readonly organizationId?: string | null
  /** `fault`: one of its own faults of static content, where one is to be played. */
  readonly answer: (fault?: ContentFault) => Promise<SandboxReply> | SandboxReply
}

/** What a sandbox supplier is told to send a message about. */
export type SandboxMessage = {
  readonly reference: string
  /** The supplier's word for what happened. */
  readonly kind: string
  readonly text: string
}

/** One supplier's protocol over its own state. It is pure except for `deps`: it uses no sockets and no timers. */
export type SandboxSupplier = {
  readonly code: string
  /** Routes and authenticates the request: returns either the call to make, or the refusal. */
  readonly open: (deps: SandboxDeps, request: SandboxRequest) => SandboxCall | SandboxReply
  /**
   * Changes every booking under the partner's reference as the supplier would on its own initiative; returns how many there are.
   */
  readonly alter: (deps: SandboxDeps, reference: string, alteration: Alteration) => Promise<number>
  /** The body of a message about a booking; null when there is no such booking. Absent: the supplier sends no messages. */
  readonly messageOf?: (deps: SandboxDeps, message: SandboxMessage) => Promise<object | null>
  /** The supplier's own error answer for an injected fault: 429 is one call too many now, `over_quota` one too many today. */
  readonly faultReply: (deps: SandboxDeps, fault: '500' | '429' | 'over_quota') => SandboxReply
}
