import {
  breakfastForAll,
  calls,
  dearer,
  details,
  EVERYWHERE,
  first,
  hideSellingPrice,
  sell,
  type Violation,
} from './draft.ts'

export const RATEHAWK_VIOLATIONS: readonly Violation[] = [
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
      calls(draft, 'search', 'rooms').forEach(({ request }) => {
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
      draft.exchanges = draft.exchanges.filter(({ step, operation }) => step !== 'book-couple' || operation !== 'rooms')
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
  {
    id: 'E-06',
    does: 'knows rooms by their names',
    to: sell(({ allocations }) => {
      allocations[0].providerRoom.code = 'Standard Double room'
    }),
    because: /which no rate has/,
  },
  {
    id: 'E-05',
    does: 'does not tell how guests get in',
    to: (draft) =>
      draft.told.forEach(({ operation, value }) => {
        if (operation === 'getBookingDetails') value.instructions = null
      }),
    because: /does not tell them/,
  },
  {
    id: 'E-10',
    does: 'polls on after the cut-off',
    to: (draft) =>
      calls(draft, 'retrieve', 'find').forEach((poll) => {
        poll.sentAt = '2099-01-01T00:00:00.000Z'
        if (poll.answer?.body) poll.answer.body.status = 'processing'
      }),
    because: /times after its cut-off/,
  },
]
