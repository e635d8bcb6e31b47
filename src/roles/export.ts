import { startEventExport } from '../event-export/export-events.ts'
import { createFileTarget } from '../event-export/file-target.ts'
import { createNatsTarget, tellOfNewStream } from '../event-export/nats-target.ts'
import type { Foundation } from '../foundation.ts'
import { createEventExportStore } from '../store/event-exports.ts'

/** The role `export`: the log of events to the target that the settings name. */
export function startExportRole(
  { database, log, metrics, killPoint, partFaults }: Foundation,
  url: string,
): { readonly stop: () => Promise<void> } {
  const target = url.startsWith('file:') ? createFileTarget(url) : createNatsTarget(url, tellOfNewStream(log))
  const exports = createEventExportStore(database)
  const count = metrics.showExport(() => exports.lagSeconds(target.name))
  const { fault, stop } = startEventExport({ exports, target, log, count, killPoint })
  partFaults.set('export', fault)
  return { stop }
}
