import type { Json } from '../../support/http-client.ts'
import {
  calls,
  details,
  EVERYWHERE,
  first,
  hideDues,
  hidePromotions,
  hideSellingPrice,
  type Violation,
  withoutTerms,
} from './draft.ts'

export const HOTELBEDS_VIOLATIONS: readonly Violation[] = [
  ...EVERYWHERE,
  {
    id: 'X-14',
    does: 'pays with a card',
    to: first('book', ({ request }) => {
      request.body.paymentData = { paymentCard: {} }
    }),
    because: /has a card/,
  },
  {
    id: 'H-01',
    does: 'checks two keys at once',
    to: first('price_check', ({ request }) => void request.body.rooms.push({ rateKey: 'another' })),
    because: /has 2 keys/,
  },
  {
    id: 'H-02',
    does: 'books a key unchecked',
    to: (draft) => {
      draft.exchanges = draft.exchanges.filter(({ operation }) => operation !== 'price_check')
    },
    because: /no CheckRate has answered/,
  },
  {
    id: 'H-03',
    does: 'issues a voucher without the VAT number',
    to: (draft) =>
      details(draft).forEach(({ voucher }) => {
        if (voucher) voucher.payableThrough = 'Payable through somebody'
      }),
    because: /does not say/,
  },
  {
    id: 'H-04',
    does: 'issues a voucher without the hotel’s name',
    to: (draft) =>
      details(draft).forEach(({ voucher }) => {
        if (voucher) voucher.hotel.name = null
      }),
    because: /lacks voucher\.hotel\.name/,
  },
  { id: 'H-05', does: 'hides a mandatory selling price', to: hideSellingPrice, because: /is not told/ },
  { id: 'H-06', does: 'hides promotions', to: hidePromotions, because: /is not told/ },
  {
    id: 'H-07',
    does: 'asks for packages',
    to: first('search', ({ request }) => {
      request.body.filter.packaging = true
    }),
    because: /asks for packages/,
  },
  {
    id: 'H-08',
    does: 'asks for rates that are paid at the hotel',
    to: first('search', ({ request }) => {
      request.body.filter.paymentType = 'BOTH'
    }),
    because: /lacks the filter/,
  },
  {
    id: 'H-09',
    does: 'loses the rate comments with the booking',
    to: (draft) =>
      details(draft).forEach((booking) => {
        booking.remarks = []
      }),
    because: /gone after the booking/,
  },
  {
    id: 'H-10',
    does: 'goes on asking over the limit',
    to: (draft) => {
      // What the gateway's own guard holds back is no exchange, so the call that went on has to be made.
      const [refused] = calls(draft, 'rooms').filter(({ step }) => step === 'over-limit')
      const answer = { status: 200, headers: {}, body: null }
      draft.exchanges.splice(draft.exchanges.indexOf(refused) + 1, 0, { ...refused, number: 9_000, answer })
    },
    because: /came 0 ms later/,
  },
  { id: 'H-12', does: 'hides the terms', to: withoutTerms, because: /without terms|tells no zone/ },
  {
    id: 'H-16',
    does: 'leaves out the source market',
    to: first('search', ({ request }) => void delete request.body.sourceMarket),
    because: /lacks it/,
  },
  { id: 'H-17', does: 'hides taxes at the hotel', to: hideDues, because: /is not told/ },
  {
    id: 'H-18',
    does: 'sends a confirmation twice',
    to: (draft) => {
      const [booking] = calls(draft, 'book')
      draft.exchanges.push({ ...booking, number: 9_000 })
    },
    because: /was repeated as exchange 9000/,
  },
  {
    id: 'H-19',
    does: 'calls a breakfast for one BB',
    to: (draft) =>
      calls(draft, 'rooms')
        .flatMap(({ answer }) => answer?.body?.hotels?.hotels ?? [])
        .flatMap(({ rooms }) => rooms.flatMap(({ rates }: Json) => rates))
        .forEach((rate) => {
          rate.boardCode = 'B1'
        }),
    because: /breakfast for one BB/,
  },
]
