import { add, fraction, type Money, percentOf, zero } from './money.ts'
import type { Instant } from './time.ts'

/** How the supplier expressed a penalty. FULL_STAY is 100 % of the price. */
export type PenaltyBasis = 'FIXED' | 'NIGHTS' | 'PERCENT' | 'FULL_STAY' | 'UNKNOWN'

/** NO_CHARGE: cancelling is free; KNOWN: the amount applies; UNKNOWN: the supplier gives no reliable amount, never zero. */
export type PenaltyStatus = 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'

/**
 * How the supplier's deadline became an instant. ASSUMED_EARLIEST: its zone is unknown, so the earliest possible one (UTC+14) is
 * used.
 */
export type DeadlineSource = 'SUPPLIER_ZONED' | 'SUPPLIER_ZONE_CONFIGURED' | 'HOTEL_LOCAL' | 'ASSUMED_EARLIEST'

export type Refundability = 'REFUNDABLE' | 'PARTIALLY_REFUNDABLE' | 'NON_REFUNDABLE' | 'UNKNOWN'

/**
 * One penalty as the supplier states it, parsed exactly. `fromAt` null: it applies from the start; `untilAt` null: it never ends.
 * `basis` says which one of amount, nights and percent is set; with FULL_STAY and UNKNOWN none is.
 */
export type PenaltyRule = {
  readonly fromAt: Instant | null
  readonly untilAt: Instant | null
  readonly basis: PenaltyBasis
  readonly amount: Money | null
  readonly nights: number | null
  readonly percent: number | null
  readonly deadlineSource: DeadlineSource
}

/** A period with one penalty. It is half-open, `fromAt <= t < untilAt`; with `untilAt` null it never ends. */
export type PenaltyWindow = {
  readonly fromAt: Instant
  readonly untilAt: Instant | null
  readonly status: PenaltyStatus
  /** Zero for NO_CHARGE, the amount for KNOWN, null for UNKNOWN. It is in the booking's currency. */
  readonly penalty: Money | null
  readonly basis: PenaltyBasis
  readonly nights: number | null
  readonly percent: number | null
  readonly deadlineSource: DeadlineSource
}

/** The frozen terms of cancelling. The windows are sorted, contiguous and do not overlap; the last one is open-ended. */
export type CancellationPolicy = {
  readonly refundability: Refundability
  readonly windows: readonly PenaltyWindow[]
  readonly noShow: PenaltyWindow | null
  /** The hotel's IANA zone, in which deadlines are shown; null when unknown. */
  readonly timeZone: string | null
  /** The policy as one sentence for the guest. */
  readonly policyText: string
}

export type PolicyInput = {
  readonly rules: readonly PenaltyRule[]
  /** False when the supplier says that nothing is refunded, which overrides the rules; null when it does not say. */
  readonly refundable: boolean | null
  readonly total: Money
  /**
   * One amount per night for all rooms together; null when the supplier gives none: each night is then an equal share of the
   * total.
   */
  readonly nightly: readonly Money[] | null
  readonly nights: number
  /** When the terms became known, which is where the first window starts. */
  readonly knownAt: Instant
  readonly timeZone: string | null
  readonly noShow?: PenaltyRule | null
  readonly policyText?: string
}

type Priced = Pick<PenaltyWindow, 'status' | 'penalty' | 'basis' | 'nights' | 'percent' | 'deadlineSource'>

/**
 * Turns a supplier's rules into contiguous windows. Where rules overlap, the highest penalty applies, so a quote is never too
 * low. Where they say nothing, cancelling is free only before the first of them: after that it does not get cheaper.
 */
export function buildPolicy(input: PolicyInput): CancellationPolicy {
  const windows = mergeEqual(cutAtBoundaries(input))
  return {
    refundability: refundabilityOf(windows, input.total),
    windows,
    noShow: input.noShow
      ? { fromAt: input.noShow.fromAt ?? input.knownAt, untilAt: null, ...priceOf(input.noShow, input) }
      : null,
    timeZone: input.timeZone,
    policyText: input.policyText ?? '',
  }
}

/** Returns the window that applies at `at`; an instant before the first window gets the first. */
export function penaltyAt(policy: CancellationPolicy, at: Instant): PenaltyWindow | null {
  return policy.windows.find(({ untilAt }) => untilAt === null || at < untilAt) ?? null
}

/** When cancelling is free at `at`, returns the (exclusive) end of the free period; null when it is not free, or always free. */
export function freeCancellationUntil(policy: CancellationPolicy, at: Instant): Instant | null {
  const window = penaltyAt(policy, at)
  return window?.status === 'NO_CHARGE' ? window.untilAt : null
}

function cutAtBoundaries(input: PolicyInput): PenaltyWindow[] {
  const starts = input.rules
    .flatMap(({ fromAt, untilAt }) => [fromAt, untilAt])
    .filter((at) => at !== null && at > input.knownAt)
  const boundaries = [...new Set<Instant>([input.knownAt, ...(starts as Instant[])])].sort((a, b) => a - b)
  return boundaries.map((fromAt, index) => ({
    fromAt,
    untilAt: boundaries[index + 1] ?? null,
    ...dearestAt(input, fromAt),
  }))
}

function dearestAt(input: PolicyInput, at: Instant): Priced {
  if (input.refundable === false) return fullStay(input.total)
  const priced = applicableAt(input.rules, at).map((rule) => priceOf(rule, input))
  if (priced.length === 0) return input.rules.length === 0 && input.refundable === null ? UNKNOWN : noCharge(input)
  return priced.reduce(dearer)
}

/**
 * The rules that hold at `at`. Suppliers leave a second out between two penalties, and let the last one end with the stay: a time
 * for which there is no rule, but perhaps one that holds at any time, has all the rules that have begun before it.
 */
function applicableAt(rules: readonly PenaltyRule[], at: Instant): readonly PenaltyRule[] {
  const begun = rules.filter(({ fromAt }) => fromAt === null || fromAt <= at)
  const holding = begun.filter(({ untilAt }) => untilAt === null || at < untilAt)
  return holding.some(({ fromAt, untilAt }) => fromAt !== null || untilAt !== null) ? holding : begun
}

const UNKNOWN: Priced = {
  status: 'UNKNOWN',
  penalty: null,
  basis: 'UNKNOWN',
  nights: null,
  percent: null,
  deadlineSource: 'ASSUMED_EARLIEST',
}

/** The free period ends where the first rule starts, so its deadline was read in the same way as that rule's. */
function noCharge({ total, rules }: PolicyInput): Priced {
  return {
    status: 'NO_CHARGE',
    penalty: zero(total.currency),
    basis: 'FIXED',
    nights: null,
    percent: null,
    deadlineSource: rules[0]?.deadlineSource ?? 'SUPPLIER_ZONED',
  }
}

function fullStay(total: Money): Priced {
  return {
    status: 'KNOWN',
    penalty: total,
    basis: 'FULL_STAY',
    nights: null,
    percent: null,
    deadlineSource: 'SUPPLIER_ZONED',
  }
}

/** An unknown amount counts as higher than any known one, so that overlapping rules never hide it. */
function dearer(a: Priced, b: Priced): Priced {
  if (a.penalty === null) return a
  if (b.penalty === null) return b
  return b.penalty.amountMinor > a.penalty.amountMinor ? b : a
}

function priceOf(rule: PenaltyRule, input: PolicyInput): Priced {
  const penalty = amountOf(rule, input)
  const status = penalty === null ? 'UNKNOWN' : penalty.amountMinor === 0 ? 'NO_CHARGE' : 'KNOWN'
  return {
    status,
    penalty,
    basis: penalty === null ? 'UNKNOWN' : rule.basis,
    nights: rule.nights,
    percent: rule.percent,
    deadlineSource: rule.deadlineSource,
  }
}

/**
 * The amount is rounded once, half away from zero, and is never above the price. An amount in a currency other than the price's
 * is unknown.
 */
function amountOf(rule: PenaltyRule, input: PolicyInput): Money | null {
  if (rule.basis === 'FIXED')
    return rule.amount?.currency === input.total.currency ? atMost(rule.amount, input.total) : null
  if (rule.basis === 'PERCENT')
    return rule.percent === null ? null : atMost(percentOf(input.total, rule.percent), input.total)
  if (rule.basis === 'NIGHTS')
    return rule.nights === null ? null : atMost(nightsAmount(rule.nights, input), input.total)
  return rule.basis === 'FULL_STAY' ? input.total : null
}

function nightsAmount(nights: number, { nightly, total, nights: stayNights }: PolicyInput): Money {
  return nightly && nightly.length >= nights
    ? nightly.slice(0, nights).reduce(add, zero(total.currency))
    : fraction(total, Math.min(nights, stayNights), stayNights)
}

function atMost(amount: Money, limit: Money): Money {
  return amount.amountMinor > limit.amountMinor ? limit : amount
}

function mergeEqual(windows: readonly PenaltyWindow[]): PenaltyWindow[] {
  return windows.reduce<PenaltyWindow[]>((merged, window) => {
    const last = merged.at(-1)
    if (!last || !sameTerms(last, window)) return [...merged, window]
    return [...merged.slice(0, -1), { ...last, untilAt: window.untilAt }]
  }, [])
}

function sameTerms(a: PenaltyWindow, b: PenaltyWindow): boolean {
  return (
    a.status === b.status &&
    a.penalty?.amountMinor === b.penalty?.amountMinor &&
    a.basis === b.basis &&
    a.nights === b.nights &&
    a.percent === b.percent
  )
}

function refundabilityOf(windows: readonly PenaltyWindow[], total: Money): Refundability {
  if (windows.some(({ status }) => status === 'NO_CHARGE')) return 'REFUNDABLE'
  if (windows.every(({ penalty }) => penalty?.amountMinor === total.amountMinor)) return 'NON_REFUNDABLE'
  return windows.some(({ status }) => status === 'UNKNOWN') ? 'UNKNOWN' : 'PARTIALLY_REFUNDABLE'
}
