import type { Evidence } from '../../src/certification/evidence.ts'
import type { Json } from '../support/http-client.ts'

/** What a broken gateway would have left in the evidence of a run, and what is then said of it. */
export type Violation = {
  readonly id: string
  /** Completes "a gateway that …". */
  readonly does: string
  readonly to: (evidence: Draft) => void
  readonly because: RegExp
}

/** A copy of the evidence that may be changed. */
export type Draft = { settings: Json; exchanges: Json[]; told: Json[] } & Pick<Evidence, 'supplierCode' | 'host'>

export function spoilt(evidence: Evidence, { to }: Violation): Evidence {
  const draft = structuredClone(evidence) as Draft
  to(draft)
  return draft
}

function calls(draft: Draft, ...operations: string[]): Json[] {
  return draft.exchanges.filter(({ operation }) => operations.includes(operation))
}

/** What was told with room searches of one room: each option. */
function options(draft: Draft): Json[] {
  return draft.told.flatMap(({ operation, ok, value }) => (operation === 'createRoomSearch' && ok ? value.options : []))
}

function details(draft: Draft): Json[] {
  return draft.told.flatMap(({ operation, ok, value }) =>
    operation === 'getBookingDetails' && ok && value.status === 'CONFIRMED' ? [value] : [],
  )
}

function told(draft: Draft, step: string, operation: string): Json {
  return draft.told.findLast((one) => one.step === step && one.operation === operation)
}

function dropFromUrl(exchange: Json, text: string): void {
  exchange.request.url = exchange.request.url.replace(text, '')
}

function sell(change: (option: Json) => void): (draft: Draft) => void {
  return (draft) => options(draft).forEach(change)
}

const hideSellingPrice = sell((option) => {
  option.sellingPrice = null
})
const hidePromotions = sell((option) => {
  option.promotions = []
})
const hideDues = sell(({ price }) => {
  price.dueAtProperty = []
})
const dearer = sell(({ price }) => {
  price.total.amountMinor += 100
})
const withoutTerms = sell(({ cancellation }) => {
  cancellation.penalties = []
})
const breakfastForAll = sell((option) => {
  option.board = { ...option.board, code: 'BB' }
})

/** Changes the first call of an operation. */
function first(operation: string, change: (exchange: Json) => void): (draft: Draft) => void {
  return (draft) => change(calls(draft, operation)[0])
}

const EVERYWHERE: readonly Violation[] = [
  {
    id: 'X-03',
    does: 'tells a selling price without an amount',
    to: (draft) =>
      options(draft).forEach(({ sellingPrice }) => {
        if (sellingPrice) Object.assign(sellingPrice, { minimum: null, maximum: null, suggested: null })
      }),
    because: /tells no amount/,
  },
  {
    id: 'X-04',
    does: 'asks more often than was agreed',
    to: (draft) => {
      draft.settings.maxRequestsPerSecond = 1
    },
    because: /began within a second, 1 are agreed/,
  },
  {
    id: 'X-05',
    does: 'takes a misspelt setting',
    to: (draft) => {
      told(draft, 'settings', 'checkConnection').value = []
    },
    because: /taken without a word/,
  },
  {
    id: 'X-06',
    does: 'does not tell that it was charged more',
    to: (draft) => {
      const charged = details(draft).find(({ chargedTotal }) => chargedTotal)
      charged.chargedTotal.amountMinor += 1_000
      charged.discrepancies = []
    },
    because: /is charged .* instead of/,
  },
  {
    id: 'X-10',
    does: 'hands in a guest’s e-mail address',
    to: first('book', ({ request }) => {
      request.body.note = 'ada@example.com'
    }),
    because: /has an e-mail address/,
  },
  {
    id: 'X-12',
    does: 'accepts a name that the supplier refuses',
    to: (draft) => {
      told(draft, 'refused-name', 'createBooking').ok = true
    },
    because: /one was accepted/,
  },
]

const ASKED = ['search', 'rooms']

export const VIOLATIONS: Readonly<Record<string, readonly Violation[]>> = {
  expedia_rapid: [
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
          .forEach((one) => void dropFromUrl(one, 'partner_point_of_sale=SANDBOX_B2B_DIR')),
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
      to: first('rooms', (one) => void dropFromUrl(one, 'filter=expedia_collect&')),
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
      to: first('rooms', (one) => void dropFromUrl(one, '&exclusion=refundable_damage_deposit')),
      because: /lacks exclusion=refundable_damage_deposit/,
    },
    { id: 'R-12', does: 'hides the minimum selling price', to: hideSellingPrice, because: /is not told/ },
    {
      id: 'R-13',
      does: 'does not ask what can be held',
      to: first('rooms', (one) => void dropFromUrl(one, '&include=rooms.rates.holdable')),
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
  ],
  hotelbeds: [
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
        const [refused, next] = calls(draft, 'rooms').filter(({ step }) => step === 'over-limit')
        Object.assign(next, { sentAt: refused.sentAt, answer: { status: 200, headers: {}, body: null } })
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
  ],
  ratehawk: [
    ...EVERYWHERE,
    {
      id: 'X-01',
      does: 'sends an address of the documentation',
      to: first('book_form', ({ request }) => {
        request.body.user_ip = '<an address of no guest>'
      }),
      because: /has <an address of no guest>/,
    },
    {
      id: 'X-14',
      does: 'pays at the hotel',
      to: first('book', ({ request }) => {
        request.body.payment_type.type = 'hotel'
      }),
      because: /pays by hotel/,
    },
    {
      id: 'E-01',
      does: 'gives up after the first form',
      to: (draft) => {
        draft.exchanges = draft.exchanges.filter(
          ({ step, operation, answer }) =>
            step !== 'form-again' || operation !== 'book_form' || (answer?.status ?? 500) >= 500,
        )
      },
      because: /no form was asked for again/,
    },
    {
      id: 'E-02',
      does: 'repeats a form under the same partner_order_id',
      to: (draft) => {
        const made = calls(draft, 'book_form').filter(({ step }) => step === 'form-again')
        made[1].request.body.partner_order_id = made[0].request.body.partner_order_id
      },
      because: /an id was used twice/,
    },
    {
      id: 'E-03',
      does: 'sends the guest’s e-mail address',
      to: first('book', ({ request }) => {
        request.body.user.email = '<e-mail of the guest>'
      }),
      because: /has <e-mail of the guest>/,
    },
    { id: 'E-04', does: 'calls every meal a breakfast', to: breakfastForAll, because: /calls a meal BB|for one BB/ },
    {
      id: 'E-08',
      does: 'does not map the test hotel',
      to: (draft) =>
        calls(draft, ...ASKED).forEach(({ request }) => {
          request.body.hid = 1
        }),
      because: /no hotel of the catalogue is mapped/,
    },
    {
      id: 'E-09',
      does: 'confirms without asking for the status',
      to: (draft) => {
        draft.exchanges = draft.exchanges.filter(({ operation }) => operation !== 'retrieve' && operation !== 'find')
      },
      because: /never asked about/,
    },
    {
      id: 'E-11',
      does: 'hides what not arriving costs',
      to: sell((option) => {
        option.cancellation.noShow = null
        option.remarks = []
      }),
      because: /is not told/,
    },
    { id: 'E-12', does: 'hides the limits of the selling price', to: hideSellingPrice, because: /is not told/ },
    { id: 'E-13', does: 'changes the price', to: dearer, because: /is not told/ },
    {
      id: 'E-14',
      does: 'sends a digit in a name',
      to: first('book', ({ request }) => {
        request.body.rooms[0].guests[0].first_name = 'R2D2'
      }),
      because: /has a name that it does not take/,
    },
    {
      id: 'E-19',
      does: 'offers changes',
      to: (draft) => void details(draft)[0].availableActions.push('AMEND'),
      because: /can be changed/,
    },
    {
      id: 'E-20',
      does: 'does not repeat a cancellation that failed',
      to: (draft) => {
        draft.exchanges = draft.exchanges.filter(
          ({ step, operation, answer }) =>
            step !== 'cancel-again' || operation !== 'cancel' || (answer?.status ?? 500) >= 500,
        )
      },
      because: /was not repeated/,
    },
    {
      id: 'E-21',
      does: 'answers a room search from a memory',
      to: (draft) => {
        draft.exchanges = draft.exchanges.filter(
          ({ step, operation }) => step !== 'book-couple' || operation !== 'rooms',
        )
      },
      because: /answered without a call/,
    },
    {
      id: 'E-22',
      does: 'accepts any price at prebook',
      to: first('price_check', ({ request }) => {
        request.body.price_increase_percent = 100
      }),
      because: /accepts 100 %/,
    },
    {
      id: 'E-23',
      does: 'leaves out the residency',
      to: first('search', ({ request }) => void delete request.body.residency),
      because: /lacks it/,
    },
    {
      id: 'E-26',
      does: 'offers packages',
      to: sell((option) => {
        option.rateConditions.packageOnly = true
      }),
      because: /one is not/,
    },
  ],
  liteapi: [
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
  ],
}
