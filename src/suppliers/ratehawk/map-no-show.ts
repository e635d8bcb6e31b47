import type { PenaltyRule } from '../../domain/cancellation.ts'
import type { Stay } from '../../domain/stay.ts'
import { instantOfLocal } from '../../domain/time.ts'
import { readCharge } from '../amounts.ts'
import type { RateHawkRate } from './schema.ts'

type NoShow = RateHawkRate['no_show']

type NoShowContext = {
  readonly stay: Stay
  /** The hotel's zone; null when unknown. */
  readonly timeZone: string | null
  /** The currency of the price. */
  readonly currency: string
}

/** The zone in which a local time comes first. */
const EARLIEST = '+14:00'

/**
 * What not arriving costs, from a local time on the day of arrival. The hotel names it in its own currency: in another one than the
 * price's it is unknown to the policy, and `noShowRemarks` tells it. An unreadable one counts as not told.
 */
export function mapNoShow(noShow: NoShow, { stay, timeZone, currency }: NoShowContext): PenaltyRule | null {
  const amount = noShow && readCharge(noShow.amount, noShow.currency_code)
  if (!amount) return null
  const isOurs = amount.currency === currency
  return {
    fromAt: instantOfLocal(`${stay.checkInDate}T${timeOf(noShow)}`, timeZone ?? EARLIEST),
    untilAt: null,
    basis: isOurs ? 'FIXED' : 'UNKNOWN',
    amount: isOurs ? amount : null,
    nights: null,
    percent: null,
    deadlineSource: timeZone === null ? 'ASSUMED_EARLIEST' : 'HOTEL_LOCAL',
  }
}

/** The local time; the beginning of the day when it cannot be read. */
function timeOf(noShow: NoShow): string {
  const text = noShow?.from_time ?? ''
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? text : '00:00:00'
}

export function noShowRemarks(noShow: NoShow, currency: string): readonly string[] {
  const amount = noShow && readCharge(noShow.amount, noShow.currency_code)
  return !amount || amount.currency === currency
    ? []
    : [
        `Not arriving costs ${noShow.amount} ${noShow.currency_code}, from ${timeOf(noShow).slice(0, 5)} on the day of arrival.`,
      ]
}
