import type { KeptBecause, TrafficRaise } from '../../store/supplier-traffic.ts'
import type { SupplierOperation, TappedExchange } from '../../suppliers/supplier-call.ts'

/** What is kept of an operation's exchanges. */
type Shares = Readonly<Record<string, number>>

/** A number of exchanges at once, and then so many a second. */
type Allowance = { readonly burst: number; readonly perSecond: number }

/**
 * Of one connection in one process. Samples of searches say the same again and again; failures come in storms, when each is like the one
 * before. What is kept whole has an allowance as well: bookings are looked at all day. What books or cancels one is bounded by what can be
 * booked, and has none unless it fails.
 */
const ALLOWANCES = {
  SHARE: { burst: 20, perSecond: 1 },
  RAISED: { burst: 50, perSecond: 5 },
  FAILED: { burst: 30, perSecond: 1 / 6 },
  ALWAYS: { burst: 60, perSecond: 2 },
  ALWAYS_FAILED: { burst: 60, perSecond: 1 },
} as const satisfies Readonly<Record<string, Allowance>>
type AllowanceName = keyof typeof ALLOWANCES

const CHANGES_BOOKINGS: ReadonlySet<string> = new Set<SupplierOperation>([
  'book_form',
  'book',
  'confirm_hold',
  'cancel',
])

const MOST_CONNECTIONS = 10_000

export type Chosen = { readonly why: KeptBecause; readonly share: number }

/** `raises`: by connection. `factor`: of all shares below 1 that no operator has raised, when there is little room. */
export type Choice = {
  readonly shares: Shares
  readonly raises: ReadonlyMap<string, TrafficRaise>
  readonly factor: number
  readonly now: number
}

const FAILURES: ReadonlySet<number> = new Set([400, 401, 403, 429])

/** A failure is what an operator looks for: no answer that can be read, a refusal of who we are or of how much, or a fault of theirs. */
export function isFailed({ answered }: Pick<TappedExchange, 'answered'>): boolean {
  if (!answered.ok) return answered.error.kind !== 'ABORTED'
  return answered.value.status >= 500 || FAILURES.has(answered.value.status)
}

/** `random`: 0 to 1, without 1. `seconds`: a clock that only goes forward. */
export function createChooser({ random, seconds }: { readonly random: () => number; readonly seconds: () => number }) {
  const spent = new Map<string, { left: number; at: number }>()

  function takes(connectionId: string, name: AllowanceName): boolean {
    const { burst, perSecond } = ALLOWANCES[name]
    const key = `${name} ${connectionId}`
    const at = seconds()
    const before = spent.get(key)
    const left = before ? Math.min(burst, before.left + (at - before.at) * perSecond) : burst
    if (!before && spent.size >= MOST_CONNECTIONS) spent.clear()
    spent.set(key, { left: left < 1 ? left : left - 1, at })
    return left >= 1
  }

  function chooseSample(
    exchange: TappedExchange,
    { raises, factor, now }: Choice,
    share: number,
  ): Chosen | 'LIMITED' | null {
    const { connectionId } = exchange.call.connection
    const raise = raises.get(connectionId)
    const isRaised = raise !== undefined && raise.until > now && raise.share > share
    // An operator's word stands for as long as there is room for anything.
    const wanted = isRaised ? raise.share : share * factor
    const why = isRaised ? 'RAISED' : 'SHARE'
    if (wanted === 0 || random() >= wanted) return null
    return takes(connectionId, why) ? { why, share: wanted } : 'LIMITED'
  }

  /** What an exchange is kept as; null: it is not. LIMITED: it would be, but there were too many of its kind. */
  return (exchange: TappedExchange, choice: Choice): Chosen | 'LIMITED' | null => {
    const { connectionId } = exchange.call.connection
    const share = choice.shares[exchange.request.operation] ?? 0
    const failed = isFailed(exchange)
    if (share >= 1) {
      const isFree = !failed && CHANGES_BOOKINGS.has(exchange.request.operation)
      return isFree || takes(connectionId, failed ? 'ALWAYS_FAILED' : 'ALWAYS') ? { why: 'ALWAYS', share } : 'LIMITED'
    }
    const sample = chooseSample(exchange, choice, share)
    if (!failed || (sample !== null && sample !== 'LIMITED')) return sample
    return takes(connectionId, 'FAILED') ? { why: 'FAILED', share: 1 } : 'LIMITED'
  }
}
