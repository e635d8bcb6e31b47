import type { Clock } from '../platform/clock.ts'
import { createTimedMemory } from '../platform/kept.ts'
import { type Supplier, type SupplierDirectory, timeoutOf } from './supplier.ts'
import type { SupplierConnection, SupplierFetch } from './supplier-call.ts'
import type { SupplierClient } from './supplier-client.ts'

type DirectoryDeps = {
  readonly registry: readonly Supplier[]
  readonly clock: Pick<Clock, 'real' | 'of' | 'onShift'>
  /** Loads the connection with its credentials decrypted; null when it does not exist. */
  readonly loadConnection: (
    connectionId: string,
  ) => Promise<(Omit<SupplierConnection, 'baseUrl'> & { readonly baseUrl: string | null }) | null>
  /** Where a connection leads, by the URL that it names, or null: to our own sandbox supplier, or to the supplier's host. */
  readonly placeOf: (supplier: Supplier, baseUrl: string | null) => Promise<SupplierPlace>
  /** Creates the client of a connection; each connection has its own. */
  readonly createLine: (supplier: Supplier, connectionId: string) => SupplierClient
}

/** `hasWorlds`: it is our own sandbox supplier, which answers each organization in that organization's time. */
export type SupplierPlace = { readonly baseUrl: string; readonly hasWorlds: boolean }

type Line = { readonly supplierCode: string; readonly connectionId: string; readonly line: SupplierClient }

type LineState = ReturnType<SupplierDirectory['lines']>[number]

type Opened = {
  readonly supplier: Supplier
  readonly connection: SupplierConnection
  readonly hasWorlds: boolean
}

/**
 * Names to a sandbox supplier the organization in whose world it shall answer. Only sandbox connections to this machine send it, whatever
 * stands before our suppliers there; in production nobody does.
 */
export const WORLD_HEADER = 'x-sandbox-organization'

/** How long a decrypted connection is cached before its row is read again: a changed credential takes effect within this time. */
const KEEP_MS = 60_000
const MAX_OPENED = 10_000

/** A call may consist of several HTTP exchanges; together they may take no longer than the call's timeout. */
function within(fetch: SupplierFetch, timeoutMs: number): SupplierFetch {
  const deadline = performance.now() + timeoutMs
  return (wanted) =>
    fetch({ ...wanted, timeoutMs: Math.min(wanted.timeoutMs, Math.max(1, deadline - performance.now())) })
}

/** Adapters know nothing of worlds: the header is added beneath them. */
function inWorldOf(organizationId: string, fetch: SupplierFetch): SupplierFetch {
  return (wanted) => fetch({ ...wanted, headers: { ...wanted.headers, [WORLD_HEADER]: organizationId } })
}

export function createSupplierDirectory(deps: DirectoryDeps): SupplierDirectory & { close: () => Promise<void> } {
  const byCode = new Map(deps.registry.map((supplier) => [supplier.code, supplier]))
  const lines = new Map<string, Line>()

  /**
   * The client lives as long as the process, so that its breaker and rate limits survive a change of the connection's row. In the
   * sandbox each world has its own: the faults that an organization asks for open no breaker of another.
   */
  function lineOf(supplier: Supplier, connectionId: string, world: string): SupplierClient {
    const key = `${connectionId} ${world}`
    const line = lines.get(key)?.line ?? deps.createLine(supplier, connectionId)
    lines.set(key, { supplierCode: supplier.code, connectionId, line })
    return line
  }

  async function read(connectionId: string): Promise<Opened> {
    const stored = await deps.loadConnection(connectionId)
    const supplier = stored && byCode.get(stored.supplierCode)
    if (!stored || !supplier) throw new Error(`no supplier connection ${connectionId}`)
    const { baseUrl, hasWorlds } = await deps.placeOf(supplier, stored.baseUrl)
    return { supplier, connection: { ...stored, baseUrl }, hasWorlds }
  }

  /** Each move of a clock ages what was read, so that whoever moves clocks need not wait for a changed row to be noticed. */
  let movedMs = 0
  deps.clock.onShift(() => {
    movedMs += KEEP_MS
  })
  const opened = createTimedMemory({ read, keepMs: KEEP_MS, max: MAX_OPENED, now: () => deps.clock.real() + movedMs })

  return {
    find: (code) => byCode.get(code) ?? null,
    open: async (connectionId, operation, context) => {
      const { supplier, connection, hasWorlds } = await opened.get(connectionId)
      const limitMs = timeoutOf(supplier.capabilities, operation)
      const timeoutMs = context.timeoutMs === null ? limitMs : Math.min(limitMs, context.timeoutMs)
      const { organizationId, ...asked } = context
      const world = hasWorlds ? organizationId : null
      const line = lineOf(supplier, connectionId, world ?? '')
      const fetch = within(world === null ? line.fetch : inWorldOf(world, line.fetch), timeoutMs)
      const nowAt = world === null ? deps.clock.real() : deps.clock.of(world).now()
      return { supplier, call: { ...asked, timeoutMs, connection, fetch, nowAt } }
    },
    lines: () => {
      const worst = new Map<string, LineState>()
      for (const { supplierCode, connectionId, line } of lines.values()) {
        const breaker = line.breaker()
        if ((worst.get(connectionId)?.breaker ?? 'CLOSED') === 'CLOSED')
          worst.set(connectionId, { supplierCode, connectionId, breaker })
      }
      return [...worst.values()]
    },
    close: async () => {
      await Promise.all([...lines.values()].map(({ line }) => line.close()))
    },
  }
}
