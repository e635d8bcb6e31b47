import { flag, oneOf, type StateOf, text } from '../../kit/search-state.ts'
import type { CaseFilters } from './documents.ts'

/** The kinds of the queue of cases; reviews have their own. */
export const KINDS = [
  'UNSETTLED_CREATE',
  'UNSETTLED_CONFIRMATION',
  'UNSETTLED_CANCELLATION',
  'UNSETTLED_HOLD',
  'LATE_ACCEPTANCE',
  'LATE_CANCELLATION',
  'CANCELLED_BY_SUPPLIER',
  'DISCREPANCY',
  'LOOK_FAILS',
  'ONLY_AT_SUPPLIER',
  'DEAD_DELIVERIES',
  'CREDENTIALS_REFUSED',
  'WRONG_ENVIRONMENT',
  'MAPPING_DOUBT',
  'LISTING_LEFT',
  'LISTING_CLOSED',
] as const

/** The queue and its filters, which stay in the address while its cases are opened one after the other. */
export const FIELDS = {
  queue: oneOf(['reviews', 'cases'], 'reviews'),
  kind: oneOf(KINDS, ''),
  partner: text(),
  mine: flag(),
  overdue: flag(),
  closed: flag(),
}

export type Filters = StateOf<typeof FIELDS>

/** What the server is asked for. */
export function askedOf({ queue, kind, partner, mine, overdue, closed }: Filters): Omit<CaseFilters, 'after'> {
  const isReviews = queue !== 'cases'
  return {
    queue: isReviews ? 'REVIEWS' : 'CASES',
    kind: isReviews || kind === '' ? null : kind,
    organizationId: partner || null,
    mine,
    overdue,
    closed,
  }
}
