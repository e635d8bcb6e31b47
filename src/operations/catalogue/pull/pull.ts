import type { CalendarDate } from '../../../domain/time.ts'
import type { ContentLanguage, ContentSource, OpenFile } from '../../../suppliers/content-source.ts'
import type { Deps } from '../../deps.ts'
import type { Lease } from './lease.ts'
import type { PassProgress } from './read-pass.ts'
import type { Tally } from './tally.ts'

export type PullDeps = Pick<Deps, 'store' | 'suppliers' | 'clock' | 'log' | 'openFiles'>

export type PullWishes = {
  readonly connectionId: string
  /** Who asked for it, as runs tell it. */
  readonly actor: string
  /** Null: all that the supplier has. */
  readonly languages: readonly ContentLanguage[] | null
  readonly since: CalendarDate | null
  readonly isWhole: boolean
  readonly isAccepted: boolean
  readonly isDryRun: boolean
  /** DICTIONARIES: they are loaded anew, and no hotel is read. HOTELS: they are used as they are kept, however old. */
  readonly only: 'DICTIONARIES' | 'HOTELS' | null
}

export type Pulling = {
  readonly onProgress: (progress: PassProgress) => void
  /** True when this process is stopping: the pull ends at the next row, and goes on there when it is asked for again. */
  readonly isOver: () => boolean
}

/** A pass that is over, as its run tells it. */
export type PassEnd = {
  readonly kind: string
  readonly language: string
  readonly since: string | null
  readonly state: string
  readonly counts: Tally
  /** Of a dry run: how many listings would be gone, and what would hold them; absent: it was none, or read no whole. */
  readonly foreseen?: { readonly missing: number; readonly brake: string | null }
}

/** HELD: a brake has stopped it, and an operator has to look. FAILED: it goes on where it was when it is asked for again. */
export type PullEnd = {
  readonly runId: number
  readonly outcome: 'DONE' | 'HELD' | 'FAILED'
  /** Why it is not DONE. */
  readonly said: string | null
  readonly retryAfterMs: number | null
  readonly passes: readonly PassEnd[]
}

/** What one pull needs in all its passes. */
export type Pull = {
  readonly deps: PullDeps
  readonly wishes: PullWishes
  readonly pulling: Pulling
  readonly source: ContentSource
  readonly supplierCode: string
  readonly lease: Lease
  readonly runId: number
  readonly openFile: OpenFile
  /** In whose time a sandbox supplier is asked. */
  readonly organizationId: string | null
  /** The passes of this run that are over. */
  readonly ends: PassEnd[]
}
