import type { Core } from '../core.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, type Rows, type Trace, UsageError, type Values, type WorkCommand } from './command.ts'

/** Why somebody runs a command, as a screen asks for it; it goes into the audit log. */
export type Why = { readonly reason: string; readonly requestId: string; readonly approvedBy?: string }

type Call = {
  readonly values: Values
  readonly actor: string
  readonly why?: Why
  /** Runs first in the transaction of a command that changes something in one; of no use to others. */
  readonly within?: (tx: StoreParts) => Promise<void>
}

/** Runs a command for `actor`, for example `operator:ada`, and records its changes in `audit_log` under that name. */
export async function runCommand(core: Core, command: Command, { values, actor, why, within }: Call): Promise<Rows> {
  if ('filter' in command) throw new UsageError(`${command.noun} ${command.verb} writes its own output`)
  if ('run' in command) {
    if (why) await tellWhy(core, command, { values, actor, why })
    return command.run(core, values, actor)
  }
  if ('work' in command) return runWork(core, command, { values, actor, ...(why ? { why } : {}) })
  await command.before?.(core, values)
  const rows = await core.store.transaction(async (tx) => {
    await within?.(tx)
    const changed = await command.change({ core, tx, actor }, values)
    if (changed.trace) await tx.audit.append(toEntry(changed.trace, actor, why), core.clock.real())
    return changed.rows
  })
  await command.after?.(core, values)
  return rows
}

/** What a command does that writes its own entries stands behind this one, which has the reason. */
async function tellWhy(
  core: Core,
  command: Command,
  { values, actor, why }: Required<Omit<Call, 'within'>>,
): Promise<void> {
  const subject = String(values['id'] ?? values[command.positional ?? command.required[0] ?? ''] ?? command.noun)
  const action = `${command.noun}.${command.verb}.ask`
  const entry = { organizationId: null, actor, action, subject, details: { ...why } }
  await core.store.audit.append(entry, core.clock.real())
}

/** Records the work before it begins, so that the audit log shows interrupted work as well. */
async function runWork(core: Core, command: WorkCommand, { values, actor, why }: Call): Promise<Rows> {
  const action = `${command.noun}.${command.verb}`
  function tell(event: string, after: unknown): Promise<void> {
    const trace = { action: `${action}.${event}`, subject: command.subjectOf(values), organizationId: null }
    return core.store.audit.append(toEntry({ ...trace, before: null, after }, actor, why), core.clock.real())
  }
  await tell('begin', null)
  try {
    const rows = await command.work(core, values, actor)
    await tell('end', rows)
    return rows
  } catch (error) {
    await tell('fail', { reason: error instanceof Error ? error.message : 'unknown' })
    throw error
  }
}

function toEntry({ before, after, bookingId = null, ...trace }: Trace, actor: string, why?: Why) {
  return { ...trace, actor, details: { before, after, ...(bookingId === null ? {} : { bookingId }), ...why } }
}
