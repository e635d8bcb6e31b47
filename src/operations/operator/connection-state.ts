import type { Instant } from '../../domain/time.ts'
import { BOUNDS_MS, type EndedCalls } from '../../store/supplier-call-hours.ts'
import type { SupplierDirectory } from '../../suppliers/supplier.ts'

/** Of the calls that this process sends: `suppliers/breaker.ts`. */
export type BreakerState = ReturnType<SupplierDirectory['lines']>[number]['breaker']

/** What a person has to know of a connection first. */
export const CONNECTION_STATES = [
  'CREDENTIALS_REFUSED',
  'WRONG_ENVIRONMENT',
  'DOWN',
  'SLOW',
  'PAUSED',
  'NEVER_TESTED',
  'NO_TRAFFIC',
  'WORKING',
] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** How a call ended: `ok`, the supplier said no, it failed, it refused the credentials, it was too much, or we did not send it. */
export const CALL_KINDS = ['ok', 'refused', 'failed', 'credentials', 'limited', 'notSent'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** By what is stored of a call: its HTTP status, the kind of its failure, or `not sent: …`. */
export function callKind(outcome: string): CallKind {
  if (outcome.startsWith('not sent: ')) return 'notSent'
  const status = Number(outcome)
  if (Number.isNaN(status)) return outcome === 'UNAUTHORIZED' ? 'credentials' : 'failed'
  if (status === 401 || status === 403) return 'credentials'
  if (status === 429) return 'limited'
  if (status >= 500) return 'failed'
  return status >= 200 && status < 300 ? 'ok' : 'refused'
}

type Calls = Pick<EndedCalls, 'outcome' | 'calls' | 'totalMs' | 'within'>

export type CallFigures = Readonly<Record<CallKind, number>> & {
  /** All but those that were not sent. */
  readonly sent: number
  /** Null: nothing was sent. */
  readonly averageMs: number | null
}

export function figuresOf(calls: readonly Calls[]): CallFigures {
  const byKind = Object.fromEntries(CALL_KINDS.map((kind) => [kind, 0])) as Record<CallKind, number>
  for (const { outcome, calls: count } of calls) byKind[callKind(outcome)] += count
  const sent = CALL_KINDS.reduce((sum, kind) => sum + (kind === 'notSent' ? 0 : byKind[kind]), 0)
  const totalMs = calls.reduce((sum, call) => sum + call.totalMs, 0)
  return { ...byKind, sent, averageMs: sent === 0 ? null : totalMs / sent }
}

/**
 * Within how many milliseconds that share of the calls ended, as a bound of BOUNDS_MS; Infinity: longer than the last one. Null: nothing
 * was sent.
 */
export function withinMs(calls: readonly Calls[], share: number): number | null {
  const parts = [...BOUNDS_MS, Number.POSITIVE_INFINITY].map((bound, index) => ({
    bound,
    count: calls.reduce((sum, { within }) => sum + (within[index] ?? 0), 0),
  }))
  const wanted = parts.reduce((sum, { count }) => sum + count, 0) * share
  if (wanted === 0) return null
  let counted = 0
  for (const { bound, count } of parts) {
    counted += count
    if (counted >= wanted) return bound
  }
  return Number.POSITIVE_INFINITY
}

export type ConnectionFacts = {
  /** Open cases about its contract. */
  readonly cases: readonly { readonly kind: string; readonly openedAt: Instant }[]
  readonly isEnabled: boolean
  /** In this process; null: it has not used the connection. */
  readonly breaker: BreakerState | null
  /** Of this hour and the one before, in all processes. */
  readonly recent: readonly Calls[]
  /** It was ever tested, or called. */
  readonly isTried: boolean
}

export type JudgedConnection = {
  readonly state: ConnectionState
  /** By what it is judged, with the figures. */
  readonly why: string
  readonly since: Instant | null
}

/** So many calls say something, and so many of them. */
const FEWEST_FAILED = 5
const FEWEST_SLOW = 20
const SLOW_MS = 5_000
const SLOW_SHARE = 0.1

const CASE_STATES = [
  ['CREDENTIALS_REFUSED', 'the supplier refuses our credentials: nothing is sold over it'],
  ['WRONG_ENVIRONMENT', 'the supplier’s sandbox answers a production connection: nothing is sold over it'],
] as const

/** Says how a connection is, by the worst that is known of it. */
export function judgeConnection(facts: ConnectionFacts): JudgedConnection {
  for (const [state, why] of CASE_STATES) {
    const found = facts.cases.find(({ kind }) => kind === state)
    if (found) return { state, why, since: found.openedAt }
  }
  return { ...(facts.isEnabled ? judgeCalls(facts) : PAUSED), since: null }
}

const PAUSED = { state: 'PAUSED', why: 'no organization has it enabled' } as const

function judgeCalls({ breaker, recent, isTried }: ConnectionFacts): Omit<JudgedConnection, 'since'> {
  if (breaker === 'OPEN' || breaker === 'HALF_OPEN')
    return { state: 'DOWN', why: 'this process sends no searches: five calls in a row got no answer' }
  const { ok, refused, failed, sent } = figuresOf(recent)
  if (ok + refused === 0 && failed >= FEWEST_FAILED)
    return { state: 'DOWN', why: `none of ${sent} calls of this hour and the one before was answered` }
  const slow = recent.reduce((sum, { within }) => sum + within.slice(BOUNDS_MS.indexOf(SLOW_MS) + 1).reduce(add, 0), 0)
  if (sent >= FEWEST_SLOW && slow / sent > SLOW_SHARE)
    return { state: 'SLOW', why: `${slow} of ${sent} calls of this hour and the one before took more than 5 s` }
  if (sent > 0)
    return { state: 'WORKING', why: `${ok + refused} of ${sent} calls of this hour and the one before were answered` }
  return isTried
    ? { state: 'NO_TRAFFIC', why: 'no call in this hour and the one before' }
    : { state: 'NEVER_TESTED', why: 'it was never called nor tested' }
}

function add(one: number, other: number): number {
  return one + other
}
