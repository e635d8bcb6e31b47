import type { Clock } from '../platform/clock.ts'
import { createTimedMemory } from '../platform/kept.ts'
import { connectionFaults } from './connection-check.ts'
import { capsOf, playedRateLimitOf, proxyOf } from './connection-settings.ts'
import { ownEnvironmentOnly } from './own-environment.ts'
import { type CallContext, type Supplier, type SupplierDirectory, timeoutOf } from './supplier.ts'
import type { SupplierConnection, SupplierFetch, TappedCall, TellingAnswer, TrafficTap } from './supplier-call.ts'
import { type CreateLine, createSupplierLines } from './supplier-lines.ts'

type DirectoryDeps = {
  readonly registry: readonly Supplier[]
  readonly clock: Pick<Clock, 'real' | 'of' | 'onShift'>
  /** Loads the connection with its credentials decrypted; null when it does not exist. */
  readonly loadConnection: (
    connectionId: string,
  ) => Promise<(Omit<SupplierConnection, 'baseUrl'> & { readonly baseUrl: string | null }) | null>
  /** Where a connection leads, by the URL that it names, or null: to our own sandbox supplier, or to the supplier's host. */
  readonly placeOf: (supplier: Supplier, baseUrl: string | null) => Promise<SupplierPlace>
  /** Called for each answer of a production connection that tells, by whether it came from the supplier's sandbox. */
  readonly onTold?: (connection: TellingAnswer, isSandbox: boolean) => void
  /** Sees the exchanges of calls; absent: nobody does. */
  readonly tap?: TrafficTap | null
  readonly createLine: CreateLine
}

/** `hasWorlds`: it is our own sandbox supplier, which answers each organization in that organization's time. */
export type SupplierPlace = { readonly baseUrl: string; readonly hasWorlds: boolean }

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

/** Tells a sandbox supplier after how many calls a second to refuse, and under which name to count them: `5;conn_acme`. */
export const RATE_LIMIT_HEADER = 'x-sandbox-rate-limit'

/** How long a decrypted connection is cached before its row is read again: a changed credential takes effect within this time. */
const KEEP_MS = 60_000
const MAX_OPENED = 10_000

/**
 * A call may consist of several HTTP exchanges; together they may take no longer than the call's timeout. One that is asked for later
 * has no time, and does not leave.
 */
function within(fetch: SupplierFetch, timeoutMs: number): SupplierFetch {
  const deadline = performance.now() + timeoutMs
  return (wanted) => fetch({ ...wanted, timeoutMs: Math.min(wanted.timeoutMs, deadline - performance.now()) })
}

/** Adapters know nothing of what only our sandbox suppliers hear: the headers are added beneath them. */
function withHeaders(headers: Readonly<Record<string, string>>, fetch: SupplierFetch): SupplierFetch {
  return (wanted) => fetch({ ...wanted, headers: { ...wanted.headers, ...headers } })
}

function sandboxHeaders({ connection }: Opened, world: string | null): Readonly<Record<string, string>> {
  const { perSecond } = playedRateLimitOf(connection.settings)
  return {
    ...(world === null ? {} : { [WORLD_HEADER]: world }),
    ...(perSecond === null ? {} : { [RATE_LIMIT_HEADER]: `${perSecond};${connection.connectionId}` }),
  }
}

function tappedCall(
  connection: SupplierConnection,
  { requestId, about, customerIp, sessionId, userAgent }: CallContext,
): TappedCall {
  const people = about?.people ?? nobody
  return { connection, requestId, bookingId: about?.bookingId ?? null, people, customerIp, sessionId, userAgent }
}

function nobody(): readonly string[] {
  return []
}

export function createSupplierDirectory(deps: DirectoryDeps): SupplierDirectory & { close: () => Promise<void> } {
  const byCode = new Map(deps.registry.map((supplier) => [supplier.code, supplier]))
  const lines = createSupplierLines(deps.createLine)

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
      const one = await opened.get(connectionId)
      const { supplier, connection, hasWorlds } = one
      const limitMs = timeoutOf(supplier.capabilities, operation)
      const timeoutMs = context.timeoutMs === null ? limitMs : Math.min(limitMs, context.timeoutMs)
      const { organizationId, about: _, ...asked } = context
      const world = hasWorlds ? organizationId : null
      const line = lines.of(supplier, connection, world ?? '')
      const caps = capsOf(connection.settings)
      const capped = ownEnvironmentOnly(one, (wanted) => line.fetch(wanted, caps), deps.onTold ?? (() => undefined))
      const sent = hasWorlds ? withHeaders(sandboxHeaders(one, world), capped) : capped
      const fetch = within(deps.tap ? deps.tap(tappedCall(connection, context), sent) : sent, timeoutMs)
      const nowAt = world === null ? deps.clock.real() : deps.clock.of(world).now()
      return { supplier, call: { ...asked, timeoutMs, connection, fetch, nowAt }, caps }
    },
    faultsOf: (connection) => {
      const supplier = byCode.get(connection.supplierCode)
      return supplier
        ? connectionFaults(deps.registry, supplier, connection)
        : [`there is no ${connection.supplierCode}`]
    },
    tryOut: async ({ baseUrl: named, ...connection }, operation, context) => {
      const supplier = byCode.get(connection.supplierCode)
      if (!supplier) throw new Error(`no supplier ${connection.supplierCode}`)
      const { baseUrl } = await deps.placeOf(supplier, named)
      const line = deps.createLine(supplier, connection.connectionId, proxyOf(connection))
      const { organizationId: _, about: _about, timeoutMs: wantedMs, ...asked } = context
      const timeoutMs = wantedMs ?? timeoutOf(supplier.capabilities, operation)
      const fetch = within(line.fetch, timeoutMs)
      const call = { ...asked, timeoutMs, connection: { ...connection, baseUrl }, fetch, nowAt: deps.clock.real() }
      return { supplier, call, close: line.close }
    },
    lines: lines.states,
    close: lines.close,
  }
}
