import type { LookupFunction } from 'node:net'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { err, type Result } from '../domain/result.ts'
import { ownTurn } from '../platform/request-trace.ts'
import { type BreakerState, createBreaker } from './breaker.ts'
import { createSupplierFetch } from './fetch.ts'
import { createPace } from './pace.ts'
import type { Supplier } from './supplier.ts'
import type {
  SupplierFailure,
  SupplierFetch,
  SupplierOperation,
  SupplierRequest,
  SupplierResponse,
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

type SupplierClientOptions = {
  /** Resolves the supplier's host name; by default Node's own look-up. */
  readonly lookup?: LookupFunction
} & SupplierClientEvents

export type SupplierClientEvents = {
  /** Called after each exchange; `outcome` is the HTTP status, or the kind of failure. */
  readonly onExchange: (operation: SupplierOperation, outcome: string, seconds: number) => void
  /** Called for a call that was not sent, with the reason. */
  readonly onRefusal: (operation: SupplierOperation, kind: SupplierFailure['kind']) => void
  /** Called when the supplier goes down, and when it has recovered. */
  readonly onBreaker: (state: 'OPEN' | 'CLOSED') => void
}

/** The HTTP client of one supplier connection. It protects us from a failing supplier, and the supplier from too many calls. */
export type SupplierClient = {
  readonly fetch: SupplierFetch
  readonly breaker: () => BreakerState
  readonly close: () => Promise<void>
}

const OVERLOADED: SupplierFailure = {
  kind: 'OVERLOADED',
  httpStatus: null,
  supplierErrorCode: null,
  retryAfterMs: 1_000,
  detail: 'not sent: too many calls to the supplier are under way',
}

/** True when no HTTP exchange took place: the detail of every such failure begins with these words. */
function wasNotSent({ detail }: SupplierFailure): boolean {
  return detail.startsWith('not sent: ')
}

type Answer = Result<SupplierResponse, SupplierFailure>

/** Each connection has its own sockets, breaker and limits, so that trouble on one does not affect the others. */
export function createSupplierClient(
  supplier: Supplier,
  now: () => number,
  options: SupplierClientOptions,
): SupplierClient {
  const { lookup, ...events } = options
  const wire = { supplierCode: supplier.code, observe: events.onExchange, ...(lookup ? { lookup } : {}) }
  // Answers about hundreds of hotels are parsed in the turn of the organization that asked; answers to booking calls are parsed
  // immediately.
  const shopping = createSupplierFetch({ ...wire, maxConnections: MAX_SHOPPING, turn: ownTurn })
  const booking = createSupplierFetch({ ...wire, maxConnections: MAX_BOOKING })
  const breaker = createBreaker(events.onBreaker)
  const room = bulkhead(MAX_SHOPPING, MAX_WAITING)
  const pace = createPace({
    readLimits: (response) => supplier.readLimits?.(response, now()) ?? [],
    overLimit: (response) => supplier.overLimit?.(response) ?? null,
    now,
  })

  /** The time that the call waits for a free slot is subtracted from its timeout. */
  async function send(wanted: SupplierRequest): Promise<Answer> {
    const since = performance.now()
    function left(): number {
      return Math.max(1, wanted.timeoutMs - (performance.now() - since))
    }
    try {
      return await room.execute(() => shopping({ ...wanted, timeoutMs: left() }))
    } catch (error) {
      if (error instanceof BulkheadRejectedError) return err(OVERLOADED)
      throw error
    }
  }

  function shop(wanted: SupplierRequest): Promise<Answer> {
    const refusal = pace.refusal(wanted.operation)
    return refusal ? Promise.resolve(err(refusal)) : breaker.run(() => send(wanted))
  }

  return {
    fetch: async (wanted) => {
      const answer = SHOPPING.has(wanted.operation) ? await shop(wanted) : await booking(wanted)
      pace.learn(wanted.operation, answer)
      if (!answer.ok && wasNotSent(answer.error)) events.onRefusal(wanted.operation, answer.error.kind)
      return pace.explain(wanted.operation, answer)
    },
    breaker: () => breaker.state(),
    close: async () => {
      await Promise.all([shopping.close(), booking.close()])
    },
  }
}
