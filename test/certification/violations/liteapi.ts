import {
  breakfastForAll,
  calls,
  details,
  EVERYWHERE,
  first,
  hidePromotions,
  hideSellingPrice,
  type Violation,
  withoutTerms,
} from './draft.ts'

export const LITEAPI_VIOLATIONS: readonly Violation[] = [
  ...EVERYWHERE,
  {
    id: 'X-01',
    does: 'sends the address of a server',
    to: first('book', ({ request }) => {
      request.body.metadata.ip = '<another address>'
    }),
    because: /has <another address>/,
  },
  {
    id: 'X-02',
    does: 'sends the session of another customer',
    to: (draft) => {
      const [one, ...others] = calls(draft, 'rooms')
      const other = others.find(({ step }) => step !== one.step)
      other.request.body.sessionId = one.request.body.sessionId
    },
    because: /which is another customer’s/,
  },
  {
    id: 'X-14',
    does: 'pays through the payment page',
    to: first('book', ({ request }) => {
      request.body.payment.method = 'TRANSACTION_ID'
    }),
    because: /pays by TRANSACTION_ID/,
  },
  { id: 'L-01', does: 'hides the suggested selling price', to: hideSellingPrice, because: /is not told/ },
  {
    id: 'L-02',
    does: 'lets the account’s margin into the price',
    to: first('rooms', ({ request }) => void delete request.body.margin),
    because: /sends none/,
  },
  {
    id: 'L-04',
    does: 'does not tell the guest’s language',
    to: first('book', ({ request }) => void delete request.body.metadata.language),
    because: /lacks metadata\.language/,
  },
  {
    id: 'L-05',
    does: 'has no session',
    to: first('rooms', ({ request }) => void delete request.body.sessionId),
    because: /lacks sessionId/,
  },
  {
    id: 'L-06',
    does: 'calls changed terms unchanged',
    to: first('price_check', ({ answer }) => {
      answer.body.data.cancellationChanged = true
    }),
    because: /is called unchanged/,
  },
  {
    id: 'L-07',
    does: 'sells packages by themselves',
    to: (draft) =>
      calls(draft, 'rooms')
        .flatMap(({ answer }) => answer?.body?.data ?? [])
        .flatMap(({ roomTypes }) => roomTypes)
        .forEach((offer) => {
          offer.rateType = 'package'
        }),
    because: /offers \d+ of 0/,
  },
  { id: 'L-08', does: 'hides promotions', to: hidePromotions, because: /is not told/ },
  { id: 'L-09', does: 'calls every board a breakfast for all', to: breakfastForAll, because: /for one BB/ },
  {
    id: 'L-13',
    does: 'tells nothing of what the record says',
    to: (draft) =>
      details(draft).forEach((booking) => {
        booking.remarks = []
        booking.instructions = null
      }),
    because: /tells nothing of it/,
  },
  {
    id: 'L-16',
    does: 'looks without booking',
    to: (draft) => {
      draft.told = draft.told.filter(({ operation }) => operation !== 'getBookingDetails')
    },
    because: /looks, 0 bookings/,
  },
  {
    id: 'L-17',
    does: 'books in production',
    to: first('book', ({ answer }) => {
      answer.body.sandbox = false
    }),
    because: /booked in production/,
  },
  { id: 'L-18', does: 'hides the times of cancellation', to: withoutTerms, because: /has no times/ },
  {
    id: 'L-03',
    does: 'does not ask for the mapping of rooms',
    to: first('rooms', ({ request }) => void delete request.body.roomMapping),
    because: /lacks roomMapping/,
  },
]
