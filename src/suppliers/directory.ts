import { err } from '../domain/result.ts'
import type { Clock } from '../platform/clock.ts'
import { createTimedMemory } from '../platform/kept.ts'
import { connectionFaults } from './connection-check.ts'
import { capsOf, playedRateLimitOf } from './connection-settings.ts'
import type { Supplier, SupplierDirectory, TellingAnswer } from './supplier.ts'
import type { SupplierConnection, SupplierFailure, SupplierFetch, SupplierOperation } from './supplier-call.ts'
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
  /** Called for each answer of a production connection that tells, by whether it came from the supplier's sandbox. */
  readonly onTold?: (connection: TellingAnswer, isSandbox: boolean) => void
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

/** Tells a sandbox supplier after how many calls a second to refuse, and under which name to count them: `5;conn_acme`. */
export const RATE_LIMIT_HEADER = 'x-sandbox-rate-limit'

/** How long a decrypted connection is cached before its row is read again: a changed credential takes effect within this time. */
const KEEP_MS = 60_000
const MAX_OPENED = 10_000

/** A call may consist of several HTTP exchanges; together they may take no longer than the call's timeout. */
function within(fetch: SupplierFetch, timeoutMs: number): SupplierFetch {
  const deadline = performance.now() + timeoutMs
  return (wanted) =>
    fetch({ ...wanted, timeoutMs: Math.min(wanted.timeoutMs, Math.max(1, deadline - performance.now())) })
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

/** Calls whose answers are offered to guests. What became of a booking is told as it is, whoever has told it. */
const OFFERS: ReadonlySet<SupplierOperation> = new Set(['search', 'rooms', 'price_check'])

/** Lets no answer of a supplier's sandbox be sold over a production connection. */
function ownEnvironmentOnly(
  { supplier, connection }: Opened,
  fetch: SupplierFetch,
  onTold: (connection: TellingAnswer, isSandbox: boolean) => void,
): SupplierFetch {
  const { saysSandbox } = supplier
  if (connection.environment !== 'production' || !saysSandbox) return fetch
  return async (wanted) => {
    const answer = await fetch(wanted)
    if (!answer.ok) return answer
    const isSandbox = saysSandbox(answer.value)
    const { operation } = wanted
    if (isSandbox || answer.value.status < 300)
      onTold({ supplierCode: supplier.code, connectionId: connection.connectionId, operation }, isSandbox)
    return isSandbox && OFFERS.has(operation) ? err(fromSandbox(answer.value.status)) : answer
  }
}

function fromSandbox(httpStatus: number): SupplierFailure {
  const detail = 'the supplier’s sandbox has answered a production connection'
  return { kind: 'WRONG_ENVIRONMENT', httpStatus, supplierErrorCode: null, retryAfterMs: null, detail }
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
      const one = await opened.get(connectionId)
      const { supplier, connection, hasWorlds } = one
      const limitMs = supplier.capabilities.timeoutsMs[operation]
      const timeoutMs = context.timeoutMs === null ? limitMs : Math.min(limitMs, context.timeoutMs)
      const { organizationId, ...asked } = context
      const world = hasWorlds ? organizationId : null
      const line = lineOf(supplier, connectionId, world ?? '')
      const caps = capsOf(connection.settings)
      const capped = ownEnvironmentOnly(one, (wanted) => line.fetch(wanted, caps), deps.onTold ?? (() => undefined))
      const fetch = within(hasWorlds ? withHeaders(sandboxHeaders(one, world), capped) : capped, timeoutMs)
      const nowAt = world === null ? deps.clock.real() : deps.clock.of(world).now()
      return { supplier, call: { ...asked, timeoutMs, connection, fetch, nowAt } }
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
      const line = deps.createLine(supplier, connection.connectionId)
      const { organizationId: _, timeoutMs: wantedMs, ...asked } = context
      const timeoutMs = wantedMs ?? supplier.capabilities.timeoutsMs[operation]
      const fetch = within(line.fetch, timeoutMs)
      const call = { ...asked, timeoutMs, connection: { ...connection, baseUrl }, fetch, nowAt: deps.clock.real() }
      return { supplier, call, close: line.close }
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
