import type { SupplierFetch } from './fetch.ts'
import type { Supplier, SupplierConnection, SupplierDirectory } from './supplier.ts'

export type DirectoryDeps = {
  readonly registry: readonly Supplier[]
  readonly now: () => number
  /** The connection with its credentials opened; null when there is none. */
  readonly loadConnection: (
    connectionId: string,
  ) => Promise<(Omit<SupplierConnection, 'baseUrl'> & { readonly baseUrl: string | null }) | null>
  /** Where a connection without a base URL listens: the sandbox suppliers, or the supplier's own host. */
  readonly baseUrlOf: (supplier: Supplier) => Promise<string>
  /** One wire a connection. */
  readonly createFetch: (supplierCode: string) => SupplierFetch & { close: () => Promise<void> }
}

type Line = {
  readonly supplier: Supplier
  readonly connection: SupplierConnection
  readonly fetch: ReturnType<DirectoryDeps['createFetch']>
}

/** How long an opened connection is kept before its row is read again: a changed credential takes effect within this. */
const KEEP_MS = 60_000

export const createSupplierDirectory = (deps: DirectoryDeps): SupplierDirectory & { close: () => Promise<void> } => {
  const byCode = new Map(deps.registry.map((supplier) => [supplier.code, supplier]))
  const lines = new Map<string, { line: Promise<Line>; readAt: number }>()
  const wires = new Map<string, Line['fetch']>()

  const wireOf = (connectionId: string, supplierCode: string): Line['fetch'] => {
    const wire = wires.get(connectionId) ?? deps.createFetch(supplierCode)
    wires.set(connectionId, wire)
    return wire
  }

  const read = async (connectionId: string): Promise<Line> => {
    const stored = await deps.loadConnection(connectionId)
    const supplier = stored && byCode.get(stored.supplierCode)
    if (!stored || !supplier) throw new Error(`no supplier connection ${connectionId}`)
    return {
      supplier,
      connection: { ...stored, baseUrl: stored.baseUrl ?? (await deps.baseUrlOf(supplier)) },
      fetch: wireOf(connectionId, supplier.code),
    }
  }

  const lineOf = (connectionId: string): Promise<Line> => {
    const known = lines.get(connectionId)
    if (known && deps.now() - known.readAt < KEEP_MS) return known.line
    const line = read(connectionId)
    lines.set(connectionId, { line, readAt: deps.now() })
    line.catch(() => lines.delete(connectionId))
    return line
  }

  return {
    find: (code) => byCode.get(code) ?? null,
    open: async (connectionId, operation, context) => {
      const { supplier, connection, fetch } = await lineOf(connectionId)
      const limitMs = supplier.capabilities.timeoutsMs[operation]
      const timeoutMs = context.timeoutMs === null ? limitMs : Math.min(limitMs, context.timeoutMs)
      return { supplier, call: { ...context, timeoutMs, connection, fetch, nowAt: deps.now() } }
    },
    close: async () => {
      await Promise.all([...wires.values()].map((wire) => wire.close()))
    },
  }
}
