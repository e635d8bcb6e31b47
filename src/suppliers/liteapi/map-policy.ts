import { buildPolicy, type CancellationPolicy, type DeadlineSource } from '../../domain/cancellation.ts'
import { type Money, percentOf } from '../../domain/money.ts'
import { nightsOf, type Stay } from '../../domain/stay.ts'
import { type Instant, instantOfLocal } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { type PenaltyStep, sumSteps } from '../penalty-steps.ts'
import type { Policies } from './schema.ts'

type PolicyContext = {
  readonly stay: Stay
  readonly total: Money
  readonly knownAt: Instant
  /** The hotel's zone, in which deadlines are shown; null when unknown. */
  readonly timeZone: string | null
  /** The zone agreed in the contract for deadlines that name none; null: GMT, as LiteAPI's specification says. */
  readonly configuredZone: string | null
}

/** A rate's price with its cancellation terms: the rates of one offer are cancelled together. */
type TermsOfRate = { readonly price: Money; readonly policies: Policies }

/** The penalties of an offer's rates as one policy. Null when a penalty cannot be read: such an offer is not sold. */
export function mapPolicy(rates: readonly TermsOfRate[], context: PolicyContext): CancellationPolicy | null {
  const steps = rates.map((rate) => stepsOf(rate, context))
  if (steps.some((one) => one === null)) return null
  const tags = rates.map(({ policies }) => policies.refundableTag)
  const untold = steps.some((one) => one?.length === 0)
  const { total, stay, knownAt, timeZone } = context
  return buildPolicy({
    rules: untold
      ? []
      : sumSteps(
          steps.map((one) => one ?? []),
          total.currency,
        ),
    refundable: tags.includes('NRFN') ? false : untold ? null : true,
    total,
    nightly: null,
    nights: nightsOf(stay),
    knownAt,
    timeZone,
  })
}

function stepsOf({ price, policies }: TermsOfRate, context: PolicyContext): PenaltyStep[] | null {
  const steps = (policies.cancelPolicyInfos ?? []).map((info) => {
    const deadline = deadlineOf(info.cancelTime, info.timezone ?? '', context.configuredZone)
    const amount =
      info.type === 'percent' ? shareOf(price, info.amount) : readMoney(info.amount, info.currency ?? price.currency)
    if (!deadline || amount?.currency !== price.currency || amount.amountMinor < 0) return null
    return { ...deadline, amountMinor: amount.amountMinor }
  })
  const read = steps.filter((step) => step !== null)
  return read.length === steps.length ? read : null
}

function shareOf(price: Money, percent: string): Money | null {
  return /^\d{1,3}(\.\d{1,4})?$/.test(percent) ? percentOf(price, Number(percent)) : null
}

type Deadline = { readonly fromAt: Instant; readonly deadlineSource: DeadlineSource }

/** Parses `2026-07-30 02:00:00`, or a bare date, which means its beginning, in the zone that it names, else the agreed zone, else GMT. */
function deadlineOf(text: string, zone: string, configuredZone: string | null): Deadline | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text.trim())
  if (!match) return null
  const [, date = '', time = '00:00:00'] = match
  const [timeZone, deadlineSource]: [string, DeadlineSource] =
    zone !== ''
      ? [/^(GMT|UTC)$/i.test(zone) ? 'UTC' : zone, 'SUPPLIER_ZONED']
      : configuredZone
        ? [configuredZone, 'SUPPLIER_ZONE_CONFIGURED']
        : ['UTC', 'SUPPLIER_ZONED']
  try {
    return { fromAt: instantOfLocal(`${date}T${time}`, timeZone), deadlineSource }
  } catch {
    return null
  }
}
