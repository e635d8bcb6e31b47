import type { Core } from '../core.ts'
import type { Command, Rows, Trace, Values, WorkCommand } from './command.ts'

/** Runs a command for `actor`, for example `operator:ada`, and records its changes in `audit_log` under that name. */
export async function runCommand(
  core: Core,
  command: Command,
  { values, actor }: { readonly values: Values; readonly actor: string },
): Promise<Rows> {
  if ('run' in command) return command.run(core, values, actor)
  if ('work' in command) return runWork(core, command, { values, actor })
  await command.before?.(core, values)
  return core.store.transaction(async (tx) => {
    const { rows, trace } = await command.change({ core, tx, actor }, values)
    if (trace) await tx.audit.append(toEntry(trace, actor), core.clock.real())
    return rows
  })
}

/** Records the work before it begins, so that the audit log shows interrupted work as well. */
async function runWork(
  core: Core,
  command: WorkCommand,
  { values, actor }: { readonly values: Values; readonly actor: string },
): Promise<Rows> {
  const action = `${command.noun}.${command.verb}`
  function tell(event: string, after: unknown): Promise<void> {
    const trace = { action: `${action}.${event}`, subject: command.subjectOf(values), organizationId: null }
    return core.store.audit.append(toEntry({ ...trace, before: null, after }, actor), core.clock.real())
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

function toEntry({ before, after, ...trace }: Trace, actor: string) {
  return { ...trace, actor, details: { before, after } }
}
