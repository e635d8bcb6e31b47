import {
  type CancellationPolicy,
  type DeadlineSource,
  freeCancellationUntil,
  type PenaltyBasis,
  type PenaltyStatus,
  type PenaltyWindow,
  type Refundability,
} from '../cancellation.ts'
import { policyText } from '../policy-text.ts'
import { type Instant, localDateTime, toRfc3339 } from '../time.ts'
import { type MoneyView, moneyView } from './money.ts'

/** One instant in three forms. `timezone` is `UTC` when the hotel's zone is unknown. */
export type ZonedInstantView = {
  readonly localDatetime: string
  readonly timezone: string
  readonly utcDatetime: string
}

export type PenaltyView = {
  readonly from: ZonedInstantView
  readonly until: ZonedInstantView | null
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: MoneyView | null
  readonly basis: PenaltyBasis
  readonly nights: number | null
  readonly percent: number | null
  readonly source: 'SUPPLIER'
  readonly deadlineSource: DeadlineSource
}

/** INDICATIVE with room options, OFFER with a prebook, FINAL with a booking. */
type PolicyStage = 'INDICATIVE' | 'OFFER' | 'FINAL'

export type CancellationView = {
  readonly refundability: Refundability
  readonly policyStage: PolicyStage
  readonly freeCancellationUntil: ZonedInstantView | null
  readonly policyText: string
  readonly penalties: readonly PenaltyView[]
  readonly noShow: PenaltyView | null
}

function zonedInstantView(at: Instant, timeZone: string | null): ZonedInstantView {
  return {
    localDatetime: localDateTime(at, timeZone ?? 'UTC'),
    timezone: timeZone ?? 'UTC',
    utcDatetime: toRfc3339(at),
  }
}

/** For whom a policy is shown: how binding it is, the instant that decides whether any of the free period is left, and the language. */
type Shown = { readonly stage: PolicyStage; readonly at: Instant; readonly language: string }

/** A policy as clients see it. */
export function cancellationView(policy: CancellationPolicy, { stage, at, language }: Shown): CancellationView {
  const freeUntilAt = freeCancellationUntil(policy, at)
  return {
    refundability: policy.refundability,
    policyStage: stage,
    freeCancellationUntil: freeUntilAt === null ? null : zonedInstantView(freeUntilAt, policy.timeZone),
    policyText: policyText(policy, language),
    penalties: policy.windows.map((window) => penaltyView(window, policy.timeZone)),
    noShow: policy.noShow && penaltyView(policy.noShow, policy.timeZone),
  }
}

export function penaltyView(window: PenaltyWindow, timeZone: string | null): PenaltyView {
  return {
    from: zonedInstantView(window.fromAt, timeZone),
    until: window.untilAt === null ? null : zonedInstantView(window.untilAt, timeZone),
    penaltyStatus: window.status,
    penalty: window.penalty && moneyView(window.penalty),
    basis: window.basis,
    nights: window.nights,
    percent: window.percent,
    source: 'SUPPLIER',
    deadlineSource: window.deadlineSource,
  }
}
