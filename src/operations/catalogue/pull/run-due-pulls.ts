import type { PullDeps } from './pull.ts'
import { pullContent } from './pull-content.ts'
import { PullError } from './pull-error.ts'

/**
 * Pulls the content of the connections whose morning has come, one after the other, until none is due. Only connections of which an
 * operator has completed a pull have mornings. `isOver` ends it at the next row.
 */
export async function runDuePulls(deps: PullDeps, isOver: () => boolean): Promise<void> {
  const tried = new Set<string>()
  while (!isOver()) {
    // One that cannot even begin stays due: the next round tries it again, and the others do not wait for it.
    const connectionId = await deps.store.contentPulls.due([...tried])
    if (connectionId === null) return
    tried.add(connectionId)
    await pullDue(deps, connectionId, isOver)
  }
}

async function pullDue(deps: PullDeps, connectionId: string, isOver: () => boolean): Promise<void> {
  const wishes = { languages: null, since: null, isWhole: false, isAccepted: false, isDryRun: false, only: null }
  try {
    const { outcome, said, runId, passes } = await pullContent(
      deps,
      { ...wishes, connectionId, actor: 'worker' },
      { onProgress: () => undefined, isOver },
    )
    const told = { connectionId, runId, outcome, passes: passes.length }
    if (outcome === 'DONE') deps.log.info(told, 'a supplier’s content was pulled')
    else deps.log.warn({ ...told, said }, 'a supplier’s content was not pulled to its end')
  } catch (error) {
    if (error instanceof PullError)
      deps.log.warn({ connectionId, said: error.message }, 'a supplier’s content cannot be pulled')
    else deps.log.error({ err: error, connectionId }, 'a supplier’s content cannot be pulled')
  }
}
