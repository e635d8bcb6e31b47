import { type OutboundProxy, proxyOf } from './connection-settings.ts'
import type { Supplier, SupplierDirectory } from './supplier.ts'
import type { SupplierConnection } from './supplier-call.ts'
import type { SupplierClient } from './supplier-client.ts'

/** Creates the client of a connection; each connection has its own. */
export type CreateLine = (supplier: Supplier, connectionId: string, proxy: OutboundProxy | null) => SupplierClient

type Line = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly line: SupplierClient
  readonly proxy: OutboundProxy | null
}

type LineState = ReturnType<SupplierDirectory['lines']>[number]

/**
 * The clients of all connections. One lives as long as the process, so that its breaker and rate limits survive a change of the
 * connection's row; only another proxy begins a new one. In the sandbox each world has its own: the faults that an organization asks for
 * open no breaker of another.
 */
export function createSupplierLines(createLine: CreateLine) {
  const lines = new Map<string, Line>()
  return {
    of: (supplier: Supplier, connection: SupplierConnection, world: string): SupplierClient => {
      const { connectionId } = connection
      const key = `${connectionId} ${world}`
      const proxy = proxyOf(connection)
      const known = lines.get(key)
      if (known && isSame(known.proxy, proxy)) return known.line
      // Calls that are under way over the old one end by themselves; its idle sockets close soon.
      const line = createLine(supplier, connectionId, proxy)
      lines.set(key, { supplierCode: supplier.code, connectionId, line, proxy })
      return line
    },
    /** The state of each connection, which is that of its worst line. */
    states: (): readonly LineState[] => {
      const worst = new Map<string, LineState>()
      for (const { supplierCode, connectionId, line } of lines.values()) {
        const breaker = line.breaker()
        if ((worst.get(connectionId)?.breaker ?? 'CLOSED') === 'CLOSED')
          worst.set(connectionId, { supplierCode, connectionId, breaker })
      }
      return [...worst.values()]
    },
    close: async (): Promise<void> => {
      await Promise.all([...lines.values()].map(({ line }) => line.close()))
    },
  }
}

function isSame(one: OutboundProxy | null, other: OutboundProxy | null): boolean {
  return one?.url === other?.url && one?.authorization === other?.authorization
}
