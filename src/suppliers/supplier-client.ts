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

/** Calls that may be left out when the supplier is in trouble. Bookings and what belongs to them always go out. */
const SHOPPING: ReadonlySet<SupplierOperation> = new Set(['search', 'rooms', 'price_check'])

/** At once, and waiting, to one connection; bookings have sockets of their own. */
const MAX_SHOPPING = 48
const MAX_WAITING = 512
const MAX_BOOKING = 32

type SupplierClientOptions = {
  /** How the supplier's name becomes addresses; Node's own look-up by default. */
  readonly lookup?: LookupFunction
} & SupplierClientEvents

export type SupplierClientEvents = {
  /** An exchange that was made: `outcome` is the HTTP status, or the kind of failure. */
  readonly onExchange: (operation: SupplierOperation, outcome: string, seconds: number) => void
  /** A call that was not sent, and why. */
  readonly onRefusal: (operation: SupplierOperation, kind: SupplierFailure['kind']) => void
  /** The supplier went down, or is back. */
  readonly onBreaker: (state: 'OPEN' | 'CLOSED') => void
}

/** The wire to one supplier connection, with what keeps a supplier in trouble from troubling us, and us from troubling it. */
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

/** Every failure that no exchange stands behind says so. */
function wasNotSent({ detail }: SupplierFailure): boolean {
  return detail.startsWith('not sent: ')
}

type Answer = Result<SupplierResponse, SupplierFailure>

/** Nobody else's sockets, breaker or limits: what one connection suffers, no other feels. */
export function createSupplierClient(
  supplier: Supplier,
  now: () => number,
  options: SupplierClientOptions,
): SupplierClient {
  const { lookup, ...events } = options
  const wire = { supplierCode: supplier.code, observe: events.onExchange, ...(lookup ? { lookup } : {}) }
  // Answers about hundreds of hotels are read in the turn of who asked; what a booking waits for is read at once.
  const shopping = createSupplierFetch({ ...wire, maxConnections: MAX_SHOPPING, turn: ownTurn })
  const booking = createSupplierFetch({ ...wire, maxConnections: MAX_BOOKING })
  const breaker = createBreaker(events.onBreaker)
  const room = bulkhead(MAX_SHOPPING, MAX_WAITING)
  const pace = createPace({ readLimits: (response) => supplier.readLimits?.(response, now()) ?? [] })

  /** What waiting for room has cost is taken off the call's time. */
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
