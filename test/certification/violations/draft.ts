import type { Evidence } from '../../../src/certification/evidence.ts'
import type { Json } from '../../support/http-client.ts'

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

export function calls(draft: Draft, ...operations: string[]): Json[] {
  return draft.exchanges.filter(({ operation }) => operations.includes(operation))
}

/** What was told with room searches of one room: each option. */
export function options(draft: Draft): Json[] {
  return draft.told.flatMap(({ operation, ok, value }) => (operation === 'createRoomSearch' && ok ? value.options : []))
}

export function details(draft: Draft): Json[] {
  return draft.told.flatMap(({ operation, ok, value }) =>
    operation === 'getBookingDetails' && ok && value.status === 'CONFIRMED' ? [value] : [],
  )
}

export function told(draft: Draft, step: string, operation: string): Json {
  return draft.told.findLast((one) => one.step === step && one.operation === operation)
}

export function dropFromUrl(exchange: Json, text: string): void {
  exchange.request.url = exchange.request.url.replace(text, '')
}

export function sell(change: (option: Json) => void): (draft: Draft) => void {
  return (draft) => options(draft).forEach(change)
}

export const hideSellingPrice = sell((option) => {
  option.sellingPrice = null
})
export const hidePromotions = sell((option) => {
  option.promotions = []
})
export const hideDues = sell(({ price }) => {
  price.dueAtProperty = []
})
export const dearer = sell(({ price }) => {
  price.total.amountMinor += 100
})
export const withoutTerms = sell(({ cancellation }) => {
  cancellation.penalties = []
})
export const breakfastForAll = sell((option) => {
  option.board = { ...option.board, code: 'BB' }
})

/** Changes the first call of an operation. */
export function first(operation: string, change: (exchange: Json) => void): (draft: Draft) => void {
  return (draft) => change(calls(draft, operation)[0])
}

export const EVERYWHERE: readonly Violation[] = [
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
