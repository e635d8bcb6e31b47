import { createTimedMemory } from '../platform/kept.ts'
import type { Supplier, SupplierDirectory } from './supplier.ts'
import type { SupplierConnection, SupplierFetch } from './supplier-call.ts'
import type { SupplierClient } from './supplier-client.ts'

type DirectoryDeps = {
  readonly registry: readonly Supplier[]
  readonly now: () => number
  /** Loads the connection with its credentials decrypted; null when it does not exist. */
  readonly loadConnection: (
    connectionId: string,
  ) => Promise<(Omit<SupplierConnection, 'baseUrl'> & { readonly baseUrl: string | null }) | null>
  /** The base URL of a connection that names none: the sandbox suppliers, or the supplier's own host. */
  readonly baseUrlOf: (supplier: Supplier) => Promise<string>
  /** Creates the client of a connection; each connection has its own. */
  readonly createLine: (supplier: Supplier, connectionId: string) => SupplierClient
}

type Opened = { readonly supplier: Supplier; readonly connection: SupplierConnection; readonly line: SupplierClient }

/** How long a decrypted connection is cached before its row is read again: a changed credential takes effect within this time. */
const KEEP_MS = 60_000
const MAX_OPENED = 10_000

/** A call may consist of several HTTP exchanges; together they may take no longer than the call's timeout. */
function within(fetch: SupplierFetch, timeoutMs: number): SupplierFetch {
  const deadline = performance.now() + timeoutMs
  return (wanted) =>
    fetch({ ...wanted, timeoutMs: Math.min(wanted.timeoutMs, Math.max(1, deadline - performance.now())) })
}

export function createSupplierDirectory(deps: DirectoryDeps): SupplierDirectory & { close: () => Promise<void> } {
  const byCode = new Map(deps.registry.map((supplier) => [supplier.code, supplier]))
  const lines = new Map<string, { readonly supplierCode: string; readonly line: SupplierClient }>()

  /** The client lives as long as the process, so that its breaker and rate limits survive a change of the connection's row. */
  function lineOf(supplier: Supplier, connectionId: string): SupplierClient {
    const line = lines.get(connectionId)?.line ?? deps.createLine(supplier, connectionId)
    lines.set(connectionId, { supplierCode: supplier.code, line })
    return line
  }

  async function read(connectionId: string): Promise<Opened> {
    const stored = await deps.loadConnection(connectionId)
    const supplier = stored && byCode.get(stored.supplierCode)
    if (!stored || !supplier) throw new Error(`no supplier connection ${connectionId}`)
    return {
      supplier,
      connection: { ...stored, baseUrl: stored.baseUrl ?? (await deps.baseUrlOf(supplier)) },
      line: lineOf(supplier, connectionId),
    }
  }

  const opened = createTimedMemory({ read, keepMs: KEEP_MS, max: MAX_OPENED, now: deps.now })

  return {
    find: (code) => byCode.get(code) ?? null,
    open: async (connectionId, operation, context) => {
      const { supplier, connection, line } = await opened.get(connectionId)
      const limitMs = supplier.capabilities.timeoutsMs[operation]
      const timeoutMs = context.timeoutMs === null ? limitMs : Math.min(limitMs, context.timeoutMs)
      return {
        supplier,
        call: { ...context, timeoutMs, connection, fetch: within(line.fetch, timeoutMs), nowAt: deps.now() },
      }
    },
    lines: () =>
      [...lines].map(([connectionId, { supplierCode, line }]) => ({
        supplierCode,
        connectionId,
        breaker: line.breaker(),
      })),
    close: async () => {
      await Promise.all([...lines.values()].map(({ line }) => line.close()))
    },
  }
}
