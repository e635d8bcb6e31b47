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
  /** True: it is in the supplier's words, which differ from one language to another. */
  readonly isWording?: true
  /** When a change of it needs consent although its kind usually does not. */
  readonly needsConsent?: (before: RoomRate, after: RoomRate) => boolean
}

/** True for a promotion, new since the option, that guests have to prove something for: who cannot is not let in at its price. */
function addsCondition(before: RoomRate, after: RoomRate): boolean {
  const known = new Set(before.promotions.map(({ id, name }) => `${id}|${name}`))
  return after.promotions.some(({ id, name, kind }) => kind === 'CONDITION' && !known.has(`${id}|${name}`))
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
        const { until, penaltyStatus, penalty, nights, percent } = penaltyView(window, policy.timeZone)
        // Nights and percents only say how an amount came about, where there is one.
        return toWire({ until, penaltyStatus, penalty, ...(penalty === null && { nights, percent }) })
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
  {
    path: 'promotions',
    severity: 'MINOR',
    of: (rate) => toWire(sellingView(rate).promotions),
    needsConsent: addsCondition,
  },
  { path: 'board.code', severity: 'MATERIAL', of: ({ board }) => board.code },
  // Boards of one code differ in what is served, and one without a code is known by its name alone.
  { path: 'board.name', severity: 'MATERIAL', of: ({ board }) => board.name, isWording: true },
  { path: 'board.covers_guests', severity: 'MATERIAL', of: ({ board }) => board.coversGuests ?? null },
  { path: 'board.children_included', severity: 'MATERIAL', of: ({ board }) => board.childrenIncluded ?? null },
  { path: 'allocations', severity: 'MATERIAL', of: ({ rooms }) => rooms.map(({ providerRoom }) => providerRoom.code) },
  {
    path: 'allocations.provider_room.name',
    severity: 'MATERIAL',
    of: ({ rooms }) => rooms.map(({ providerRoom }) => providerRoom.name),
    isWording: true,
  },
  // Who books at once need not agree to it, and a hold that is not possible any more is refused.
  {
    path: 'lifecycle.available_booking_modes',
    severity: 'MINOR',
    of: ({ bookingModes }) => [...bookingModes].sort(),
  },
  { path: 'remarks', severity: 'MINOR', of: ({ remarks }) => remarks },
]

const ANNOUNCED: Readonly<Record<AnnouncedChange, string>> = {
  PRICE: 'price.total.amount_minor',
  CANCELLATION: 'cancellation.penalties',
  BOARD: 'board.code',
}

type Comparison = {
  /** What the supplier says has changed: its word counts where nothing looks different. */
  readonly announced?: readonly AnnouncedChange[]
  /** False: option and check are in two languages, so that their words cannot be compared. */
  readonly isSameLanguage?: boolean
}

/** The differences between the option that a client chose and the supplier's current rate. */
export function offerChanges(
  before: RoomRate,
  after: RoomRate,
  { announced = [], isSameLanguage = true }: Comparison = {},
): OfferChange[] {
  const said = new Set(announced.map((change) => ANNOUNCED[change]))
  return ASPECTS.filter(({ isWording }) => isSameLanguage || !isWording).flatMap((aspect) => {
    const { path, of } = aspect
    // Names, by which new ones are told from known ones, are in the supplier's words.
    const isMaterial = isSameLanguage && aspect.needsConsent?.(before, after)
    const severity = isMaterial ? 'MATERIAL' : aspect.severity
    const change = { path, before: of(before), after: of(after), severity }
    return looksDifferent(change) || said.has(path) ? [change] : []
  })
}

/** False for a change that the supplier has announced without showing one. */
export function looksDifferent({ before, after }: Pick<OfferChange, 'before' | 'after'>): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
