import { err, ok, type Result } from '../../../domain/result.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../../domain/time.ts'
import type { Case } from '../../../store/cases.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { Deps } from '../../deps.ts'
import { standingCause } from './standing-cause.ts'

type CaseOrder = {
  readonly caseId: string
  /** `operator:<name>` */
  readonly actor: string
}

type Reader = Pick<Deps, 'store' | 'clock'>

const CHANGED = 'somebody was faster: the case has changed, look at it again'

/** So long a case is somebody's who has taken it, unless they take it anew: whoever was called away blocks nobody. */
const CLAIM_MS = 10 * MINUTE_MS

/** Until when an open case is somebody's; null: it is nobody's, or was so long ago that anybody may take it. */
export function claimedUntil({ clock }: Pick<Deps, 'clock'>, one: Case): Instant | null {
  const { takenBy, takenAt, closedAt, organizationId } = one
  if (takenBy === null || takenAt === null || closedAt !== null) return null
  const now = organizationId === null ? clock.real() : clock.of(organizationId).now()
  return takenAt + CLAIM_MS > now ? takenAt + CLAIM_MS : null
}

/**
 * Gives a case to the operator, who is then responsible for it, for ten minutes; whoever has it has it longer by taking it anew. A case that
 * somebody else has is taken over only with `force`. The error is a sentence that says why it was refused.
 */
export async function takeCase(
  deps: Reader,
  { caseId, actor, force }: CaseOrder & { readonly force: boolean },
): Promise<Result<Case, string>> {
  const { store, clock } = deps
  const read = await store.cases.find(caseId)
  if (!read) return err(`no case ${caseId}`)
  const fault = closedFault(read) ?? (force ? null : heldFault(deps, read, actor))
  if (fault) return err(fault)
  return written({ store }, async (tx) => {
    const taken = await tx.cases.take(read, actor)
    if (taken && read.takenBy !== actor)
      await tx.audit.append(
        { ...entry(read, actor), action: 'case.take', details: { before: read.takenBy } },
        clock.real(),
      )
    return taken
  })
}

/**
 * Closes a case whose cause is gone, or which nothing but a person’s word can end. It refuses while the cause stands, and names the
 * command that settles it: closing must not hide a booking that still waits.
 */
export async function closeCase(
  deps: Reader,
  { caseId, actor, note }: CaseOrder & { readonly note: string },
): Promise<Result<Case, string>> {
  const { store, clock } = deps
  const read = await store.cases.find(caseId)
  if (!read) return err(`no case ${caseId}`)
  const fault = closedFault(read) ?? heldFault(deps, read, actor)
  if (fault) return err(fault)
  const { stands, commands } = await standingCause(deps, read)
  if (stands) return err([`${stands}. What can be done:`, ...commands].join('\n  '))
  return written({ store }, async (tx) => {
    const closed = await tx.cases.close(read, actor, note)
    // The note stays in the case, from where it is deleted with the booking's guests.
    if (closed)
      await tx.audit.append({ ...entry(read, actor), action: 'case.close', details: { kind: read.kind } }, clock.real())
    return closed
  })
}

async function written(
  { store }: Pick<Deps, 'store'>,
  write: (tx: StoreParts) => Promise<Case | null>,
): Promise<Result<Case, string>> {
  const changed = await store.transactionOrNull(write)
  return changed ? ok(changed) : err(CHANGED)
}

function closedFault({ caseId, closedAt, closedBy }: Case): string | null {
  return closedAt === null ? null : `${caseId} was closed by ${closedBy ?? 'nobody'}`
}

function heldFault(deps: Pick<Deps, 'clock'>, one: Case, actor: string): string | null {
  const until = claimedUntil(deps, one)
  if (until === null || one.takenBy === actor) return null
  return `${one.takenBy} has taken it, until ${toRfc3339(until)}: \`case take --force\` takes it over`
}

function entry({ caseId, organizationId }: Case, actor: string) {
  return { organizationId, actor, subject: caseId }
}
