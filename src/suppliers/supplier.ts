import type { ListedHotel } from '../domain/mapping.ts'
import type { Money } from '../domain/money.ts'
import type { Occupancy } from '../domain/occupancy.ts'
import type { BookingMode, HotelQuote, RoomRate } from '../domain/rate.ts'
import type { Result } from '../domain/result.ts'
import type { Stay } from '../domain/stay.ts'
import type { Instant } from '../domain/time.ts'
import type {
  LearnedLimit,
  RefusalReason,
  SupplierCall,
  SupplierConnection,
  SupplierFailure,
  SupplierOperation,
  SupplierResponse,
  WriteOutcome,
} from './supplier-call.ts'

/** What an adapter can do. Data, so that the core never asks which supplier it talks to. */
type SupplierCapabilities = {
  /** The most hotels that one search call takes. */
  readonly hotelsPerSearch: number
  readonly maxRooms: number
  readonly maxNights: number
  readonly maxDaysAhead: number
  readonly bookingModes: readonly BookingMode[]
  /** False: a held booking cannot be confirmed through the API (501). */
  readonly confirmsHolds: boolean
  /** False: no cancellation through the API (501). */
  readonly cancels: boolean
  /** True: the supplier itself tells what a cancellation would cost now. */
  readonly quotesCancellations: boolean
  /**
   * How often a booking is asked about that the supplier has accepted and not confirmed yet, ms; null where confirmation is
   * instant.
   */
  readonly pendingPollMs: number | null
  /** AUTHORITATIVE: "not found" by our reference proves that there is no booking. LAGGING: it proves nothing for 30 minutes. */
  readonly lookup: 'AUTHORITATIVE' | 'LAGGING'
  readonly guestRequirements: {
    readonly allGuestsNamed: boolean
    readonly emailRequired: boolean
    readonly phoneRequired: boolean
  }
  /** The longest that each operation may take, ms; the caller's own deadline may be shorter. */
  readonly timeoutsMs: Readonly<Record<SupplierOperation, number>>
}

export type SearchRequest = {
  /** At most `hotelsPerSearch`. */
  readonly supplierHotelIds: readonly string[]
  readonly stay: Stay
  readonly occupancy: Occupancy
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string
  /**
   * True: a question of its own, about rates of which something is paid back when they are cancelled now. A hotel without such
   * a rate has no quote, though it may have rooms.
   */
  readonly refundableOnly?: boolean
}

export type RoomsRequest = {
  readonly supplierHotelId: string
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly nationality: string
  /** The hotel's IANA zone, for deadlines that the supplier gives in local time; null when unknown. */
  readonly hotelTimeZone: string | null
}

/** A search answer: hotels without a quote had nothing of what was asked for. `droppedRates` counts rates that were too broken to sell. */
export type SearchAnswer = { readonly quotes: readonly HotelQuote[]; readonly droppedRates: number }
export type RoomsAnswer = { readonly rates: readonly RoomRate[]; readonly droppedRates: number }

export type PriceCheckRequest = RoomsRequest & { readonly rate: RoomRate }
/** The rate as it can be booked now (its price or terms may differ from the one asked about), or sold out. */
export type PriceCheckAnswer = { readonly available: true; readonly rate: RoomRate } | { readonly available: false }

export type BookingGuest = {
  readonly roomIndex: number
  readonly type: 'ADULT' | 'CHILD'
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
}

export type BookRequest = {
  /** Ours, at most 20 characters of [A-Z0-9], the same on every look-up. */
  readonly supplierReference: string
  readonly mode: BookingMode
  readonly rate: RoomRate
  readonly stay: Stay
  readonly nationality: string
  readonly holder: {
    readonly givenName: string
    readonly familyName: string
    readonly email: string
    readonly phone: string
  }
  readonly guests: readonly BookingGuest[]
  readonly specialRequests: string | null
}

/** How to find a booking at the supplier again. */
export type BookingReference = {
  readonly supplierReference: string
  readonly supplierBookingId: string | null
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly holderEmail: string
  /** When the booking was first sent. */
  readonly bookedAt: Instant
}

/** What the supplier's own record says of a booking. */
export type SupplierBooking = {
  readonly status: 'CONFIRMED' | 'ON_HOLD' | 'PENDING' | 'CANCELLED' | 'FAILED'
  readonly supplierBookingId: string
  /** Null when there is no distinct second reference. */
  readonly supplierBookingCode: string | null
  readonly hotelConfirmationNumber: string | null
  readonly holdDeadlineAt: Instant | null
  /** What a cancellation cost, when the record tells. */
  readonly chargedPenalty: Money | null
  readonly supplierCancellationReference: string | null
  /** False: the supplier says that this booking cannot be cancelled through its API (501). */
  readonly cancellable: boolean
  /** Why it is FAILED, when the record tells. */
  readonly failureReason: RefusalReason | null
  /** Links and tokens for later calls; replaces what was stored. */
  readonly supplierPayload: Readonly<Record<string, unknown>>
}

export type CancellationOutcome = {
  readonly chargedPenalty: Money | null
  readonly supplierCancellationReference: string | null
}

/**
 * A supplier behind one set of words. Reads answer a Result; calls that change something answer a WriteOutcome.
 * An adapter builds a request, hands it to `call.fetch`, and maps the body: no retry, no log, no clock, no state.
 */
export type Supplier = {
  readonly code: string
  readonly name: string
  readonly capabilities: SupplierCapabilities
  /** The supplier's own hosts, by environment; a connection may name another. */
  readonly baseUrls: { readonly sandbox: string; readonly production: string }
  /** Checks credentials and settings before they are stored; every fault is told by name. */
  readonly checkConnection: (connection: Pick<SupplierConnection, 'credentials' | 'settings'>) => readonly string[]
  readonly search: (call: SupplierCall, request: SearchRequest) => Promise<Result<SearchAnswer, SupplierFailure>>
  readonly rooms: (call: SupplierCall, request: RoomsRequest) => Promise<Result<RoomsAnswer, SupplierFailure>>
  readonly checkPrice: (
    call: SupplierCall,
    request: PriceCheckRequest,
  ) => Promise<Result<PriceCheckAnswer, SupplierFailure>>
  readonly book: (call: SupplierCall, request: BookRequest) => Promise<WriteOutcome<SupplierBooking>>
  /** Every booking that the supplier has under our reference; more than one is a twin. */
  readonly find: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<readonly SupplierBooking[], SupplierFailure>>
  /** The supplier's record by its own id; null when it knows none. */
  readonly retrieve: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<SupplierBooking | null, SupplierFailure>>
  /** Only where `confirmsHolds`. */
  readonly confirmHold?: (call: SupplierCall, reference: BookingReference) => Promise<WriteOutcome<null>>
  /** Cancels a confirmed booking, or releases a held one. */
  readonly cancel: (call: SupplierCall, reference: BookingReference) => Promise<WriteOutcome<CancellationOutcome>>
  /** What cancelling would cost now, in the supplier's own figure; only where `quotesCancellations`. */
  readonly quoteCancellation?: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<Money, SupplierFailure>>
  /** The supplier's own description of one of its hotels; null when it lists none under that id. Only where it has such a call. */
  readonly describeHotel?: (
    call: SupplierCall,
    supplierHotelId: string,
  ) => Promise<Result<ListedHotel | null, SupplierFailure>>
  /** What an answer's headers tell of the supplier's limits on this kind of call. */
  readonly readLimits?: (response: SupplierResponse, nowAt: Instant) => readonly LearnedLimit[]
  /**
   * Reads a message that the supplier sent by itself; null for one that is not the supplier's (forged, stale, unreadable). It says only where to look: what became of the booking is asked.
   */
  readonly readNotification?: (
    connection: Pick<SupplierConnection, 'credentials' | 'settings'>,
    body: string,
    nowAt: Instant,
  ) => SupplierNotification | null
}

/** A message that the supplier signed. */
export type SupplierNotification = {
  /** Our reference of the booking that it is about. */
  readonly supplierReference: string
  /** What was signed: the same for a message that is sent again, by the supplier or by whoever captured it. */
  readonly messageId: string
  /** When the signature is too old to be taken. */
  readonly goodUntil: Instant
}

/** What a caller knows of a call that it is about to make. */
export type CallContext = {
  readonly requestId: string
  readonly language: string
  readonly customerIp: string
  readonly signal: AbortSignal | null
  /** The caller's own patience, ms; the operation's own limit holds when it is shorter. */
  readonly timeoutMs: number | null
}

/** A supplier together with everything that a call to one of its operations needs. */
export type OpenedSupplier = { readonly supplier: Supplier; readonly call: SupplierCall }

/** How a connection stands: OPEN is down, HALF_OPEN is being tried. */
type LineState = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly breaker: 'CLOSED' | 'OPEN' | 'HALF_OPEN'
}

/** Every supplier that the gateway knows, and the connections to them. */
export type SupplierDirectory = {
  /** Null for a code that no adapter has. */
  readonly find: (supplierCode: string) => Supplier | null
  /** Readies one call through a connection. Throws when the connection does not exist: rows refer to it. */
  readonly open: (connectionId: string, operation: SupplierOperation, context: CallContext) => Promise<OpenedSupplier>
  /** How the connections stand that this process has used. */
  readonly lines: () => readonly LineState[]
}
