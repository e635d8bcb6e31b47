import type { SupplierNotification } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { messageOf, storable } from './kept-message.ts'

/** So many calls at the most: a supplier that never comes to an end is asked again the next night. */
const MAX_CALLS = 40

/**
 * Fetches the messages that a supplier could not deliver over a connection. Each is told once, so that every answer is kept before the
 * next call. Returns how many were new; null when the supplier has no such call, or did not answer.
 */
export async function drainUndelivered(deps: Deps, connectionId: string): Promise<number | null> {
  const context = nobodysContext(`req_job_${connectionId}`)
  let kept = 0
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const { supplier, call } = await deps.suppliers.open(connectionId, 'undelivered', context)
    if (!supplier.readUndelivered) return null
    const told = await supplier.readUndelivered(call)
    if (!told.ok) {
      deps.log.warn({ connectionId, kind: told.error.kind }, 'undelivered messages could not be fetched')
      return null
    }
    if (told.value.length === 0) break
    kept += await deps.store.supplierMessages.keep(told.value.flatMap(keepable(connectionId)))
  }
  if (kept > 0) deps.log.info({ connectionId, kept }, 'undelivered messages of a supplier were fetched')
  return kept
}

function keepable(connectionId: string) {
  return (notification: SupplierNotification) => messageOf(connectionId, storable(notification)) ?? []
}
