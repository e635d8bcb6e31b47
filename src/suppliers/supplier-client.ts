import type { LookupFunction } from 'node:net'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { CallCaps } from '../domain/call-caps.ts'
import { err, type Result } from '../domain/result.ts'
import { SECOND_MS } from '../domain/time.ts'
import { type CallSlots, createCallSlots } from '../platform/call-slots.ts'
import { ownTurn } from '../platform/request-trace.ts'
import { type BreakerState, createBreaker } from './breaker.ts'
import { createCapGate } from './cap-gate.ts'
import type { OutboundProxy } from './connection-settings.ts'
import { createSupplierFetch } from './fetch.ts'
import { createPace } from './pace.ts'
import { createShortPause } from './short-pause.ts'
import type { Supplier } from './supplier.ts'
import {
  type SupplierFailure,
  type SupplierFetch,
  type SupplierOperation,
  type SupplierRequest,
  type SupplierResponse,
  unsent,
} from './supplier-call.ts'

/** Calls that are not sent while the supplier is failing. Bookings and the calls that belong to them are always sent. */
const SHOPPING: ReadonlySet<SupplierOperation> = new Set(['search', 'rooms', 'price_check'])

/**
 * Limits per connection: concurrent shopping calls, queued shopping calls, and concurrent booking calls, which have their own
 * sockets.
 */
const MAX_SHOPPING = 48
const MAX_WAITING = 512
const MAX_BOOKING = 32

/** No caps: the contract says nothing of calls a second. */
const NO_CAPS: CallCaps = {}

type SupplierClientOptions = {
  /** The connection, under which its calls are counted. */
  readonly connectionId?: string
  /** Counts the calls of all processes; by default of this one. */
  readonly slots?: CallSlots
  /** Through which the supplier is called; absent or null: directly. */
  readonly proxy?: OutboundProxy | null
  /** Resolves the supplier's host name; by default Node's own look-up. */
  readonly lookup?: LookupFunction
} & SupplierClientEvents

export type SupplierClientEvents = {
  /** Called after each exchange; `outcome` is the HTTP status, or the kind of failure. */
  readonly onExchange: (operation: SupplierOperation, outcome: string, seconds: number) => void
  /** Called for a call that was not sent, with the reason. */
  readonly onRefusal: (operation: SupplierOperation, kind: SupplierFailure['kind']) => void
  /** Called for a call that a cap has kept waiting, when it was sent or refused. */
  readonly onCapWait?: (operation: SupplierOperation, outcome: 'sent' | 'refused', seconds: number) => void
  /** Called when the supplier goes down, and when it has recovered. */
  readonly onBreaker: (state: 'OPEN' | 'CLOSED') => void
}

/** The HTTP client of one supplier connection. It protects us from a failing supplier, and the supplier from too many calls. */
export type SupplierClient = {
  /** `caps`: what the contract allows now; absent: it does not say. */
  readonly fetch: (wanted: SupplierRequest, caps?: CallCaps) => ReturnType<SupplierFetch>
  readonly breaker: () => BreakerState
  readonly close: () => Promise<void>
}

const CAPPED = 'as many calls as were agreed with the supplier are used up'
const OVERLOADED = unsent('OVERLOADED', 'too many calls to the supplier are under way', SECOND_MS)

type Answer = Result<SupplierResponse, SupplierFailure>

/** Each connection has its own sockets, breaker and limits, so that trouble on one does not affect the others. */
export function createSupplierClient(
  supplier: Supplier,
  now: () => number,
  options: SupplierClientOptions,
): SupplierClient {
  const { lookup, proxy = null, connectionId = supplier.code, slots = createCallSlots(), ...events } = options
  const wire = { supplierCode: supplier.code, observe: events.onExchange, proxy, ...(lookup ? { lookup } : {}) }
  // Answers about hundreds of hotels are parsed in the turn of the organization that asked; answers to booking calls are parsed
  // immediately.
  const shopping = createSupplierFetch({ ...wire, maxConnections: MAX_SHOPPING, turn: ownTurn })
  const booking = createSupplierFetch({ ...wire, maxConnections: MAX_BOOKING })
  const breaker = createBreaker(events.onBreaker)
  const inRoom = withinRoom(shopping)
  const gate = createCapGate({ connectionId, slots, onWait: events.onCapWait ?? (() => undefined) })
  const pace = createPace({
    readLimits: (response) => supplier.readLimits?.(response, now()) ?? [],
    overLimit: (response) => supplier.overLimit?.(response) ?? null,
    now,
  })
  const refusalOf = createShortPause(pace.refusal)

  /** Sends the call as soon as the caps allow it. The time that it waits is subtracted from its timeout. */
  async function capped(wanted: SupplierRequest, caps: CallCaps, send: SupplierFetch): Promise<Answer> {
    const since = performance.now()
    const entry = await gate.enter({ ...wanted, caps })
    if (!entry.ok) return err(unsent('BUDGET_SPENT', CAPPED, entry.retryAfterMs))
    try {
      return await send({ ...wanted, timeoutMs: leftOf(wanted, since) })
    } finally {
      entry.leave()
    }
  }

  async function shop(wanted: SupplierRequest, caps: CallCaps): Promise<Answer> {
    const since = performance.now()
    const refusal = await refusalOf(wanted)
    if (refusal) return err(refusal)
    return breaker.run(() => capped({ ...wanted, timeoutMs: leftOf(wanted, since) }, caps, inRoom))
  }

  return {
    fetch: async (wanted, caps = NO_CAPS) => {
      const answer = SHOPPING.has(wanted.operation) ? await shop(wanted, caps) : await capped(wanted, caps, booking)
      pace.learn(wanted.operation, answer)
      if (!answer.ok && answer.error.isUnsent) events.onRefusal(wanted.operation, answer.error.kind)
      return pace.explain(wanted.operation, answer)
    },
    breaker: () => breaker.state(),
    close: async () => {
      await Promise.all([shopping.close(), booking.close()])
    },
  }
}

/** Sends so many at once; more wait, in the time that they have. */
function withinRoom(send: SupplierFetch): SupplierFetch {
  const room = bulkhead(MAX_SHOPPING, MAX_WAITING)
  return async (wanted) => {
    const since = performance.now()
    try {
      return await room.execute(() => send({ ...wanted, timeoutMs: leftOf(wanted, since) }))
    } catch (error) {
      if (error instanceof BulkheadRejectedError) return err(OVERLOADED)
      throw error
    }
  }
}

/** What is left of the call's time since it was asked for, ms; nothing, or less, when it is over. */
function leftOf({ timeoutMs }: SupplierRequest, since: number): number {
  return timeoutMs - (performance.now() - since)
}
