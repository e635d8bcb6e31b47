import { penaltyView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { OfferChange } from '../../domain/contract/offer.ts'
import type { RoomRate } from '../../domain/rate.ts'
import { toWire } from '../../domain/wire.ts'
import type { AnnouncedChange } from '../../suppliers/supplier.ts'
import { dueAtPropertyView, sellingView } from './selling-view.ts'

type Aspect = {
  readonly path: string
  readonly severity: OfferChange['severity']
  readonly of: (rate: RoomRate) => unknown
}

/** The aspects of an option that are compared with the supplier's price check. A MATERIAL change needs the client's consent. */
const ASPECTS: readonly Aspect[] = [
  { path: 'price.total.amount_minor', severity: 'MATERIAL', of: ({ price }) => price.total.amountMinor },
  { path: 'price.total.currency', severity: 'MATERIAL', of: ({ price }) => price.total.currency },
  {
    path: 'price.due_at_property',
    severity: 'MATERIAL',
    of: ({ price }) => toWire(dueAtPropertyView(price.taxesAndFees)),
  },
  { path: 'cancellation.refundability', severity: 'MATERIAL', of: ({ policy }) => policy.refundability },
  // Only the ends of the windows are compared: the first window starts when the terms were requested, which is no change of
  // terms.
  {
    path: 'cancellation.penalties',
    severity: 'MATERIAL',
    of: ({ policy }) =>
      policy.windows.map((window) => {
        const { until, penaltyStatus, penalty } = penaltyView(window, policy.timeZone)
        return toWire({ until, penaltyStatus, penalty })
      }),
  },
  {
    path: 'cancellation.no_show',
    severity: 'MATERIAL',
    of: ({ policy: { noShow } }) =>
      noShow && toWire({ status: noShow.status, penalty: noShow.penalty && moneyView(noShow.penalty) }),
  },
  {
    path: 'selling_price',
    severity: 'MATERIAL',
    // One that binds nobody is a hint, which may change.
    of: (rate) => (rate.sellingPrice?.binding ? toWire(sellingView(rate).sellingPrice) : null),
  },
  { path: 'rate_conditions', severity: 'MATERIAL', of: ({ conditions }) => [...conditions].sort() },
  { path: 'payment', severity: 'MATERIAL', of: (rate) => toWire(sellingView(rate).payment) },
  { path: 'promotions', severity: 'MINOR', of: (rate) => toWire(sellingView(rate).promotions) },
  { path: 'board.code', severity: 'MATERIAL', of: ({ board }) => board.code },
  { path: 'allocations', severity: 'MATERIAL', of: ({ rooms }) => rooms.map(({ providerRoom }) => providerRoom.code) },
  { path: 'remarks', severity: 'MINOR', of: ({ remarks }) => remarks },
]

const ANNOUNCED: Readonly<Record<AnnouncedChange, string>> = {
  PRICE: 'price.total.amount_minor',
  CANCELLATION: 'cancellation.penalties',
  BOARD: 'board.code',
}

/**
 * The differences between the option that a client chose and the supplier's current rate, and what the supplier says has changed:
 * its word counts where nothing looks different.
 */
export function offerChanges(
  before: RoomRate,
  after: RoomRate,
  announced: readonly AnnouncedChange[] = [],
): OfferChange[] {
  const said = new Set(announced.map((change) => ANNOUNCED[change]))
  return ASPECTS.flatMap(({ path, severity, of }) => {
    const [old, now] = [of(before), of(after)]
    return JSON.stringify(old) === JSON.stringify(now) && !said.has(path)
      ? []
      : [{ path, before: old, after: now, severity }]
  })
}
