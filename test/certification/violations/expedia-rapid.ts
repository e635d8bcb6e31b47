import type { Json } from '../../support/http-client.ts'
import {
  calls,
  dearer,
  dropFromUrl,
  EVERYWHERE,
  first,
  hideDues,
  hidePromotions,
  hideSellingPrice,
  sell,
  told,
  type Violation,
} from './draft.ts'

export const EXPEDIA_RAPID_VIOLATIONS: readonly Violation[] = [
  ...EVERYWHERE,
  {
    id: 'X-01',
    does: 'sends an address of the documentation',
    to: first('price_check', ({ request }) => {
      request.headers['customer-ip'] = '<an address of no guest>'
    }),
    because: /has <an address of no guest>/,
  },
  {
    id: 'X-02',
    does: 'begins a new session with each call',
    to: first('price_check', ({ request }) => {
      request.headers['customer-session-id'] = 'another'
    }),
    because: /has 2 ids/,
  },
  {
    id: 'X-14',
    does: 'pays with the guest’s card',
    to: first('book', ({ request }) => {
      request.body.payments[0].type = 'customer_card'
    }),
    because: /pays by customer_card/,
  },
  {
    id: 'R-01',
    does: 'leaves out the profile',
    to: (draft) =>
      calls(draft, 'rooms')
        .filter(({ step }) => step === 'profile')
        .forEach((one) => dropFromUrl(one, 'partner_point_of_sale=SANDBOX_B2B_DIR')),
    because: /lacks partner_point_of_sale=SANDBOX_B2B_DIR/,
  },
  {
    id: 'R-02',
    does: 'drops Customer-Ip',
    to: first('retrieve', ({ request }) => void delete request.headers['customer-ip']),
    because: /retrieve\) lacks it/,
  },
  {
    id: 'R-03',
    does: 'drops Customer-Session-Id',
    to: first('retrieve', ({ request }) => void delete request.headers['customer-session-id']),
    because: /retrieve\) lacks it/,
  },
  {
    id: 'R-04',
    does: 'calls a booking confirmed that nobody has confirmed',
    to: (draft) => {
      told(draft, 'forced-book-service-unavailable', 'getBooking').value.status = 'CONFIRMED'
    },
    because: /service_unavailable at book became CONFIRMED/,
  },
  {
    id: 'R-05',
    does: 'leaves out the payor’s postal code',
    to: first('book', ({ request }) => void delete request.body.payments[0].billing_contact.address.postal_code),
    because: /lacks billing_contact\.address\.postal_code/,
  },
  { id: 'R-07', does: 'hides the fees of the property', to: hideDues, because: /is not told/ },
  { id: 'R-08', does: 'rounds the total', to: dearer, because: /is not told/ },
  {
    id: 'R-09',
    does: 'drops filter=expedia_collect',
    to: first('rooms', (one) => dropFromUrl(one, 'filter=expedia_collect&')),
    because: /lacks filter=expedia_collect/,
  },
  {
    id: 'R-10',
    does: 'sells packages by themselves',
    to: (draft) =>
      calls(draft, 'rooms')
        .flatMap(({ answer }) => (Array.isArray(answer?.body) ? answer.body : []))
        .flatMap(({ rooms }) => rooms.flatMap(({ rates }: Json) => rates))
        .forEach((rate) => {
          rate.sale_scenario.package = true
        }),
    because: /offers \d+ of 0/,
  },
  {
    id: 'R-11',
    does: 'asks for rates with a deposit for damage',
    to: first('rooms', (one) => dropFromUrl(one, '&exclusion=refundable_damage_deposit')),
    because: /lacks exclusion=refundable_damage_deposit/,
  },
  { id: 'R-12', does: 'hides the minimum selling price', to: hideSellingPrice, because: /is not told/ },
  {
    id: 'R-13',
    does: 'does not ask what can be held',
    to: first('rooms', (one) => dropFromUrl(one, '&include=rooms.rates.holdable')),
    because: /lacks include=rooms\.rates\.holdable/,
  },
  { id: 'R-14', does: 'hides promotions', to: hidePromotions, because: /is not told/ },
  {
    id: 'R-15',
    does: 'leaves a room without its lead',
    to: first('book', ({ request }) => void delete request.body.rooms[0].given_name),
    because: /room without a lead/,
  },
  {
    id: 'R-16',
    does: 'calls a breakfast for one a breakfast for all',
    to: sell((option) => {
      option.board = { ...option.board, code: 'BB', coversGuests: 1 }
    }),
    because: /breakfast for 1 of/,
  },
  {
    id: 'R-22',
    does: 'hides the trader',
    to: (draft) =>
      draft.told.forEach(({ operation, value }) => {
        if (operation === 'prebook' && value.offer) value.offer.trader = null
      }),
    because: /does not tell it/,
  },
  {
    id: 'R-21',
    does: 'hides the agent agreement',
    to: (draft) =>
      draft.told.forEach(({ operation, value }) => {
        if (operation === 'prebook' && value.offer?.supplierTerms) value.offer.supplierTerms.agentAgreementUrl = null
      }),
    because: /lacks one/,
  },
  {
    id: 'R-06',
    does: 'does not tell how guests get in',
    to: (draft) =>
      draft.told.forEach(({ operation, value }) => {
        if (operation === 'getBookingDetails') value.instructions = null
      }),
    because: /does not tell them/,
  },
]
