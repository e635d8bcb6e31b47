import type { Clock } from '../platform/clock.ts'
import type { Listener } from '../platform/listener.ts'
import type { Logger } from '../platform/logger.ts'
import type { RootDatabase } from './database.ts'
import { createSandboxClockStore, SANDBOX_CLOCKS_CHANNEL, type SandboxClockRow } from './sandbox-clock.ts'

/**
 * Keeps every organization's clock where it is stored. A notification announces each change, and after a reconnect all are read
 * again.
 */
export async function followSandboxClocks(
  database: RootDatabase,
  listener: Listener,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  const stored = createSandboxClockStore(database)
  function take({ organizationId, ...shift }: SandboxClockRow): void {
    clock.shift(organizationId, shift)
  }
  async function read(): Promise<void> {
    for (const row of await stored.list()) take(row)
  }
  listener.listen(SANDBOX_CLOCKS_CHANNEL, (payload) => {
    if (payload === null)
      return void read().catch((error: unknown) => log.warn({ err: error }, 'the sandbox clocks could not be read'))
    take(JSON.parse(payload) as SandboxClockRow) // The table's trigger has written it.
  })
  await read()
}
