/** The saved views, by the names that the server has for them. */
export const VIEWS = [
  {
    view: 'STUCK',
    label: 'Stuck > 10 min',
    definition: 'PROCESSING or CANCELLATION_PENDING, and its supplier call has been open for more than ten minutes.',
    isForPartners: true,
  },
  {
    view: 'AWAITING_REVIEW',
    label: 'Awaiting review',
    definition: 'A hold that is too short, until somebody approves it.',
    isForPartners: true,
  },
  {
    view: 'NEEDS_OPERATOR',
    label: 'Needs an operator',
    definition: 'Only a person can settle it.',
    isForPartners: false,
  },
  {
    view: 'HOLD_OVER',
    label: 'Hold over',
    definition: 'ON_HOLD, and its deadline has passed.',
    isForPartners: true,
  },
  {
    view: 'FAILED_TODAY',
    label: 'Failed in 24 h',
    definition: 'Made in the last 24 hours, and FAILED.',
    isForPartners: true,
  },
  {
    view: 'ARRIVING_UNCONFIRMED',
    label: 'Arriving, no hotel number',
    definition: 'CONFIRMED, arrives today or within three days, and the hotel has given no number of its own.',
    isForPartners: true,
  },
  {
    view: 'DIFFERS',
    label: 'Differs from the supplier',
    definition: 'The supplier’s record differs from what was agreed, and the case about it is open.',
    isForPartners: false,
  },
  {
    view: 'CANCELLED_LATE',
    label: 'Cancelled late',
    definition: 'CANCELLED, and it cost something: what the supplier charged, else what was agreed.',
    isForPartners: true,
  },
  {
    view: 'FAILED_YET_ACCEPTED',
    label: 'Failed, yet accepted',
    definition: 'FAILED here, though the supplier accepted its creation once.',
    isForPartners: false,
  },
] as const
