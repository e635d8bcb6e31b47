import { gql } from '../../kit/graphql.ts'
import type { Amount } from '../../kit/money-format.ts'
import type { Page } from '../../kit/use-list.ts'

export type BookingRow = {
  readonly id: string
  readonly organizationId: string
  readonly status: string
  readonly reason: string | null
  readonly needsOperator: boolean
  readonly supplier: string
  readonly hotelId: string
  readonly hotelName: string | null
  readonly checkIn: string
  readonly checkOut: string
  readonly total: Amount
  readonly charged: Amount | null
  readonly differs: boolean
  readonly createdAt: string
  readonly since: string
}

const ROW = `
  id
  organizationId
  status
  reason
  needsOperator
  supplier
  hotelId
  hotelName
  checkIn
  checkOut
  total { amountMinor currency exponent }
  charged { amountMinor currency exponent }
  differs
  createdAt
  since
`

export type BookingFilters = {
  readonly view?: string | null
  readonly status?: readonly string[] | null
  readonly organizationId?: string | null
  readonly supplier?: string | null
  readonly hotelId?: string | null
  readonly createdFrom?: string | null
  readonly createdUntil?: string | null
  readonly checkInFrom?: string | null
  readonly checkInUntil?: string | null
  readonly cancelledFrom?: string | null
  readonly cancelledUntil?: string | null
}

export type BookingPage = Page<BookingRow> & { readonly lookedUntil: string | null }

const FILTER_HEADS = `$view: BookingView, $status: [String!], $organizationId: String, $supplier: String, $hotelId: String,
  $createdFrom: String, $createdUntil: String, $checkInFrom: String, $checkInUntil: String,
  $cancelledFrom: String, $cancelledUntil: String`
const FILTER_VALUES = `view: $view, status: $status, organizationId: $organizationId, supplier: $supplier, hotelId: $hotelId,
  createdFrom: $createdFrom, createdUntil: $createdUntil, checkInFrom: $checkInFrom, checkInUntil: $checkInUntil,
  cancelledFrom: $cancelledFrom, cancelledUntil: $cancelledUntil`

export const BOOKINGS = gql<{ readonly bookings: BookingPage }, BookingFilters & { readonly after?: string | null }>`
  query Bookings(${FILTER_HEADS}, $after: String) {
    bookings(${FILTER_VALUES}, after: $after) {
      items { ${ROW} }
      next
      lookedUntil
    }
  }
`

export type ExportedPage = { readonly text: string; readonly rows: number; readonly next: string | null }

type ExportAsked = BookingFilters & {
  readonly format: string
  readonly reason: string
  readonly after: string | null
}

export const EXPORT = gql<{ readonly exportBookings: ExportedPage }, ExportAsked>`
  mutation ExportBookings($format: ExportFormat!, $reason: String!, ${FILTER_HEADS}, $after: String) {
    exportBookings(format: $format, reason: $reason, ${FILTER_VALUES}, after: $after) {
      text
      rows
      next
    }
  }
`

export type BookingMatches = {
  readonly recognised: readonly { readonly kind: string; readonly count: number }[]
  readonly items: readonly BookingRow[]
  readonly hotels: readonly { readonly id: string; readonly name: string }[]
  readonly mayBeGuest: boolean
}

export const MATCHES = gql<{ readonly bookingMatches: BookingMatches }, { readonly text: string }>`
  query BookingMatches($text: String!) {
    bookingMatches(text: $text) {
      recognised { kind count }
      items { ${ROW} }
      hotels { id name }
      mayBeGuest
    }
  }
`

export type GuestMatches = {
  readonly items: readonly BookingRow[]
  readonly searched: number
  readonly isWhole: boolean
  readonly unreadable: number
}

export const SEARCH_GUESTS = gql<{ readonly searchGuests: GuestMatches }, BookingFilters & { readonly text: string }>`
  mutation SearchGuests($text: String!, ${FILTER_HEADS}) {
    searchGuests(text: $text, ${FILTER_VALUES}) {
      items { ${ROW} }
      searched
      isWhole
      unreadable
    }
  }
`

export type HistoryEntry = {
  readonly id: string
  readonly kind: string
  readonly at: string
  readonly title: string
  readonly outcome: string | null
  readonly durationMs: number | null
  readonly by: string | null
  readonly requestId: string | null
  readonly isPlanned: boolean
  readonly detail: Readonly<Record<string, unknown>>
}

export const HISTORY = 'id kind at title outcome durationMs by requestId isPlanned detail'

export type ActionNow = {
  readonly name: string
  readonly choices: readonly string[]
  readonly needsSupplierBooking: boolean
}

export type OpenProposal = {
  readonly id: string
  readonly action: string
  readonly arguments: unknown
  readonly reason: string
  readonly proposedBy: string
  readonly createdAt: string
  readonly expiresAt: string
}

export type Booking = Omit<BookingRow, 'differs'> & {
  readonly environment: string
  readonly version: number
  readonly mode: string
  readonly pendingOperation: string | null
  readonly availableActions: readonly string[]
  readonly updatedAt: string
  readonly now: string
  readonly deadline: string | null
  readonly hotelZone: string | null
  readonly rooms: readonly string[]
  readonly connectionId: string | null
  readonly supplierReference: string | null
  readonly supplierBookingId: string | null
  readonly supplierBookingCode: string | null
  readonly hotelNumber: string | null
  readonly hotelConfirmationStatus: string | null
  readonly clientReference: string | null
  readonly offerId: string
  readonly metadata: Readonly<Record<string, string>>
  readonly failure: { readonly code: string; readonly message: string; readonly retryable: boolean } | null
  readonly cancellation: {
    readonly id: string
    readonly cause: string
    readonly requestedAt: string | null
    readonly cancelledAt: string | null
    readonly penaltyStatus: string
    readonly penalty: Amount | null
    readonly chargedPenalty: Amount | null
  } | null
  readonly differences: readonly {
    readonly part: string
    readonly ours: string
    readonly theirs: string
    readonly foundAt: string
  }[]
  readonly refundability: string
  readonly penalties: readonly {
    readonly from: string
    readonly until: string | null
    readonly status: string
    readonly amount: Amount | null
    readonly deadlineSource: string
  }[]
  readonly freeUntil: string | null
  readonly people: readonly { readonly role: string; readonly masked: string; readonly age: number | null }[]
  readonly redaction: { readonly at: string | null; readonly by: string | null } | null
  readonly history: readonly HistoryEntry[]
  readonly actions: readonly ActionNow[]
  readonly proposals: readonly OpenProposal[]
}

export const BOOKING = gql<{ readonly booking: Booking }, { readonly id: string }>`
  query Booking($id: ID!) {
    booking(id: $id) {
      id
      organizationId
      environment
      version
      status
      reason
      mode
      pendingOperation
      needsOperator
      availableActions
      createdAt
      updatedAt
      since
      now
      deadline
      hotelId
      hotelName
      hotelZone
      checkIn
      checkOut
      rooms
      supplier
      connectionId
      supplierReference
      supplierBookingId
      supplierBookingCode
      hotelNumber
      hotelConfirmationStatus
      clientReference
      offerId
      metadata
      total { amountMinor currency exponent }
      charged { amountMinor currency exponent }
      failure { code message retryable }
      cancellation {
        id
        cause
        requestedAt
        cancelledAt
        penaltyStatus
        penalty { amountMinor currency exponent }
        chargedPenalty { amountMinor currency exponent }
      }
      differences { part ours theirs foundAt }
      refundability
      penalties { from until status amount { amountMinor currency exponent } deadlineSource }
      freeUntil
      people { role masked age }
      redaction { at by }
      history { ${HISTORY} }
      actions { name choices needsSupplierBooking }
      proposals { id action arguments reason proposedBy createdAt expiresAt }
    }
  }
`

export type SupplierRecord = {
  readonly kind: string
  readonly askedAt: string
  readonly tookMs: number
  readonly failure: string | null
  readonly lines: readonly {
    readonly part: string
    readonly ours: string | null
    readonly theirs: string | null
    readonly differs: boolean
  }[]
}

export const ASK_SUPPLIER = gql<{ readonly askSupplierBooking: SupplierRecord }, { readonly id: string }>`
  mutation AskSupplierBooking($id: String!) {
    askSupplierBooking(id: $id) {
      kind
      askedAt
      tookMs
      failure
      lines { part ours theirs differs }
    }
  }
`
