import type { Bounded } from '../../kit/bounded.ts'
import { gql } from '../../kit/graphql.ts'

export type Work = {
  readonly reviews: Bounded
  readonly reviewsOverdue: Bounded
  readonly reviewsDueAt: string | null
  readonly cases: Bounded
  readonly casesOverdue: Bounded
  readonly casesDueAt: string | null
  /** Null: no worker has ever run. */
  readonly deadJobs: Bounded | null
  readonly doubtfulMappings: Bounded
  readonly endpoints: readonly { readonly health: string; readonly count: number }[]
  readonly proposals: Bounded
}

export const WORK_FOR_PEOPLE = gql<{ readonly home: Work }>`
  query WorkForPeople {
    home {
      reviews { count isMore }
      reviewsOverdue { count isMore }
      reviewsDueAt
      cases { count isMore }
      casesOverdue { count isMore }
      casesDueAt
      deadJobs { count isMore }
      doubtfulMappings { count isMore }
      endpoints { health count }
      proposals { count isMore }
    }
  }
`

export type Oldest = { readonly id: string; readonly since: string; readonly ageMs: number }

export type Waiting = {
  readonly oldestProcessing: Oldest | null
  readonly oldestCancellation: Oldest | null
  readonly oldestDelivery: Oldest | null
  readonly rates: {
    readonly currency: string | null
    readonly oldestAt: string | null
    readonly missing: readonly string[]
  }
}

export const WAITING = gql<{ readonly home: Waiting }>`
  query WaitingLongest {
    home {
      oldestProcessing { id since ageMs }
      oldestCancellation { id since ageMs }
      oldestDelivery { id since ageMs }
      rates { currency oldestAt missing }
    }
  }
`

export type Connection = {
  readonly id: string
  readonly supplierCode: string
  readonly state: string
  readonly why: string
}

export const STRIP = gql<{
  readonly supplierConnections: { readonly items: readonly Connection[]; readonly next: string | null }
}>`
  query SupplierStrip {
    supplierConnections(first: 200) {
      items { id supplierCode state why }
      next
    }
  }
`

export type Traffic = {
  readonly from: string
  readonly until: string
  readonly countedFrom: string | null
  readonly minutes: readonly { readonly at: string; readonly status: string; readonly count: number }[]
}

export const TRAFFIC = gql<{ readonly bookingTraffic: Traffic }, { readonly daysBefore: number }>`
  query BookingTraffic($daysBefore: Int) {
    bookingTraffic(daysBefore: $daysBefore) {
      from
      until
      countedFrom
      minutes { at status count }
    }
  }
`

export type Step = {
  readonly step: string
  readonly isDone: boolean
  readonly doneAt: string | null
  readonly subject: string | null
}

export const FIRST_STEPS = gql<{ readonly firstSteps: readonly Step[] }>`
  query FirstSteps {
    firstSteps { step isDone doneAt subject }
  }
`
