import type { BookingExtras, Gender } from '../domain/booking-extras.ts'
import type { CallCaps } from '../domain/call-caps.ts'
import type { ListedHotel } from '../domain/mapping.ts'
import type { Money } from '../domain/money.ts'
import type { Occupancy } from '../domain/occupancy.ts'
import type { GuestRequirements } from '../domain/offer.ts'
import type { BookingMode, HotelQuote, RoomRate } from '../domain/rate.ts'
import type { RateFilter } from '../domain/rate-filter.ts'
import type { Result } from '../domain/result.ts'
import type { Instructions, RateCondition } from '../domain/selling.ts'
import type { Stay } from '../domain/stay.ts'
import type { Instant } from '../domain/time.ts'
import type { UnavailableReason } from '../domain/unavailable-reason.ts'
import type { ContentSource } from './content-source.ts'
import type {
  LearnedLimit,
  LineState,
  OverLimit,
  SupplierCall,
  SupplierConnection,
  SupplierFailure,
  SupplierOperation,
  SupplierResponse,
  WriteOutcome,
} from './supplier-call.ts'
import type {
  BookingReference,
  CancellationOutcome,
  ListAnswer,
  ListedBy,
  ListRequest,
  SupplierBooking,
  SupplierNotification,
} from './supplier-record.ts'

/** What suppliers tell of bookings is a part of the port. */
export type {
  BookingReference,
  CancellationOutcome,
  ListAnswer,
  ListedBooking,
  ListRequest,
  SupplierBooking,
  SupplierNotification,
} from './supplier-record.ts'

/** What an adapter can do. It is data, so that the core never checks which supplier it talks to. */
type SupplierCapabilities = {
  /** The most hotels that one search call accepts. */
  readonly hotelsPerSearch: number
  readonly maxRooms: number
  readonly maxNights: number
  readonly maxDaysAhead: number
  readonly bookingModes: readonly BookingMode[]
  /** False: a held booking cannot be confirmed through the supplier's API, so the gateway returns 501. */
  readonly confirmsHolds: boolean
  /** False: the supplier's API has no cancellation, so the gateway returns 501. */
  readonly cancels: boolean
  /** True: the supplier itself can say what a cancellation would cost now. */
  readonly quotesCancellations: boolean
  /** How often a booking that the supplier has accepted but not confirmed is polled, ms; null where confirmation is instant. */
  readonly pendingPollMs: number | null
  /** AUTHORITATIVE: "not found" for our reference proves that there is no booking. LAGGING: it proves nothing for 30 minutes. */
  readonly lookup: 'AUTHORITATIVE' | 'LAGGING'
  /** True: its contract demands a sentence on the voucher that names who is paid; `told.payableThrough` has it. */
  readonly namesPayableParty?: boolean
  /** True: in production, an organization accepts the contract's terms before it books. */
  readonly demandsTerms?: true
  /**
   * By what its search finds every hotel with a matching rate, because the supplier filters, or returns nearly all rates. By
   * anything else a hotel is found only when a matching rate is among the few that a search returns. Absent: by nothing.
   */
  readonly findsBy?: readonly ('TERMS' | 'BOARDS')[]
  /** By what the supplier's books can be read; absent: only one booking after the other. */
  readonly listsBy?: readonly ListedBy[]
  readonly guestRequirements: GuestRequirements
  /** The longest time that each operation may take, ms; the caller's own deadline may be shorter. */
  readonly timeoutsMs: Readonly<Record<Exclude<SupplierOperation, BookkeepingOperation>, number>>
}

/** What only jobs do, which nobody waits for. */
type BookkeepingOperation = 'list_bookings' | 'undelivered' | 'content'

/** How long each of a supplier's calls for jobs may take. */
const BOOKKEEPING_TIMEOUT_MS = 30_000

/** The longest time that an operation of a supplier may take, ms. */
export function timeoutOf({ timeoutsMs }: SupplierCapabilities, operation: SupplierOperation): number {
  const limits: Partial<Readonly<Record<SupplierOperation, number>>> = timeoutsMs
  return limits[operation] ?? BOOKKEEPING_TIMEOUT_MS
}

/** A hotel without a rate that passes the filter has no quote, though it may have rooms. */
export type SearchRequest = RateFilter & {
  /** At most `hotelsPerSearch` ids. */
  readonly supplierHotelIds: readonly string[]
  readonly stay: Stay
  readonly occupancy: Occupancy
  /** The guest's nationality, ISO 3166-1 alpha-2. */
  readonly nationality: string
}

export type RoomsRequest = {
  readonly supplierHotelId: string
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly nationality: string
  /** The hotel's IANA zone, for deadlines that the supplier sends in local time; null when unknown. */
  readonly hotelTimeZone: string | null
  /** The conditions of rates that the organization sells too; absent: none. Others may be in the answer, and are then left out. */
  readonly sells?: readonly RateCondition[]
}

/** A search answer. Hotels without a quote had no matching rate. `droppedRates` counts rates that were too malformed to sell. */
export type SearchAnswer = { readonly quotes: readonly HotelQuote[]; readonly droppedRates: number }
export type RoomsAnswer = {
  readonly rates: readonly RoomRate[]
  readonly droppedRates: number
  /** Why there is no rate; absent where the supplier does not say why. */
  readonly unavailableReason?: UnavailableReason
}

export type PriceCheckRequest = RoomsRequest & { readonly rate: RoomRate }
/** The rate as it can be booked now (its price or terms may differ from the requested rate), or sold out. */
export type PriceCheckAnswer =
  | {
      readonly available: true
      readonly rate: RoomRate
      /** What the supplier itself says has changed; a change of it needs consent even where the rate looks as it was. */
      readonly announced?: readonly AnnouncedChange[]
    }
  | { readonly available: false }

/** What a supplier can say has changed without saying how. */
export type AnnouncedChange = 'PRICE' | 'CANCELLATION' | 'BOARD'

export type BookingGuest = {
  readonly roomIndex: number
  readonly type: 'ADULT' | 'CHILD'
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly gender?: Gender | null
}

export type BookRequest = {
  /** Our reference: at most 20 characters of [A-Z0-9], the same on every look-up. */
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
  /** What the adapter sends where its supplier has a place for it, which its `guestRequirements.takes` say. */
  readonly extras?: BookingExtras
}

/**
 * The common interface of all suppliers. Reads return a Result; calls that change something return a WriteOutcome.
 * An adapter builds a request, passes it to `call.fetch`, and maps the body: no retry, no log, no clock, no state.
 */
export type Supplier = {
  readonly code: string
  readonly name: string
  readonly capabilities: SupplierCapabilities
  /** The supplier's own hosts, by environment; a connection may set another. */
  readonly baseUrls: { readonly sandbox: string; readonly production: string }
  /** How it hands out its static content. */
  readonly content?: ContentSource
  /**
   * Validates credentials and settings before they are stored, and returns every fault with the name of its field. `environment` and
   * `baseUrl` are for what only production needs, or must not have.
   */
  readonly checkConnection: (
    connection: Pick<SupplierConnection, 'credentials' | 'settings' | 'environment'> & { readonly baseUrl?: string },
  ) => readonly string[]
  /** The names of its credentials and settings, by which a connection of another supplier is told. */
  readonly fields?: { readonly credentials: readonly string[]; readonly settings: readonly string[] }
  /** A hotel to ask about when none is mapped, by the supplier's id. Whether it exists does not matter: an empty answer is one. */
  readonly probeHotelId?: string
  /** True: only the supplier's sandbox, or a key of it, is answered so. */
  readonly saysSandbox?: (response: SupplierResponse) => boolean
  readonly search: (call: SupplierCall, request: SearchRequest) => Promise<Result<SearchAnswer, SupplierFailure>>
  readonly rooms: (call: SupplierCall, request: RoomsRequest) => Promise<Result<RoomsAnswer, SupplierFailure>>
  readonly checkPrice: (
    call: SupplierCall,
    request: PriceCheckRequest,
  ) => Promise<Result<PriceCheckAnswer, SupplierFailure>>
  readonly book: (call: SupplierCall, request: BookRequest) => Promise<WriteOutcome<SupplierBooking>>
  /** Finds every booking that the supplier has under our reference; more than one means that it was booked twice. */
  readonly find: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<readonly SupplierBooking[], SupplierFailure>>
  /** Reads the supplier's record by its own id; null when it has none. */
  readonly retrieve: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<SupplierBooking | null, SupplierFailure>>
  /** Present only where `confirmsHolds` is true. */
  readonly confirmHold?: (call: SupplierCall, reference: BookingReference) => Promise<WriteOutcome<null>>
  /** Cancels a confirmed booking, or releases a held one. */
  readonly cancel: (call: SupplierCall, reference: BookingReference) => Promise<WriteOutcome<CancellationOutcome>>
  /** Asks the supplier what cancelling would cost now. Present only where `quotesCancellations` is true. */
  readonly quoteCancellation?: (
    call: SupplierCall,
    reference: BookingReference,
  ) => Promise<Result<Money, SupplierFailure>>
  /**
   * Reads the supplier's own description of one of its hotels; null when it has no hotel with that id. Absent where the supplier
   * has no such call.
   */
  readonly describeHotel?: (
    call: SupplierCall,
    supplierHotelId: string,
  ) => Promise<Result<ListedHotel | null, SupplierFailure>>
  /**
   * Reads how guests arrive from the supplier's own content of a hotel, as it comes in its files and calls; null when that tells
   * nothing. Absent where the adapter reads no content.
   */
  readonly readInstructions?: (content: Readonly<Record<string, unknown>>) => Instructions | null
  /** Reads the supplier's books, by whatever `listsBy` has. */
  readonly listBookings?: (call: SupplierCall, request: ListRequest) => Promise<Result<ListAnswer, SupplierFailure>>
  /** Reads the supplier's limits on this kind of call from the answer's headers. */
  readonly readLimits?: (response: SupplierResponse, nowAt: Instant) => readonly LearnedLimit[]
  /** Tells whether an answer means that too much was asked, where 429 alone does not tell it. */
  readonly overLimit?: (response: SupplierResponse) => OverLimit | null
  /**
   * Reads a message that the supplier sent on its own initiative; null when it is not authentic (forged, stale or unreadable). It
   * is only a hint: the gateway then asks the supplier for the booking's state. ABOUT_NOTHING: an event of the supplier's that names no
   * booking, so that there is nothing to ask.
   */
  readonly readNotification?: (
    connection: Pick<SupplierConnection, 'credentials' | 'settings'>,
    body: string,
    nowAt: Instant,
  ) => SupplierNotification | 'ABOUT_NOTHING' | null
  /**
   * Reads messages that the supplier could not deliver, as many as one call gives; none: there are no more. The supplier tells each of
   * them once, so that they are kept before anything is done about them.
   */
  readonly readUndelivered?: (call: SupplierCall) => Promise<Result<readonly SupplierNotification[], SupplierFailure>>
}

/** What the caller provides for a call. */
export type CallContext = {
  /** The organization in whose time the call is made; null: nobody's. */
  readonly organizationId: string | null
  readonly requestId: string
  readonly language: string
  readonly customerIp: string | null
  readonly sessionId: string | null
  readonly userAgent: string | null
  readonly signal: AbortSignal | null
  /** The caller's own deadline, ms; the operation's own limit applies when it is shorter. */
  readonly timeoutMs: number | null
  /** The booking that the call is about; absent: none. */
  readonly about?: { readonly bookingId: string; readonly people: () => readonly string[] }
}

/** A supplier with everything that a call to one of its operations needs. */
export type OpenedSupplier = {
  readonly supplier: Supplier
  readonly call: SupplierCall
  /** What the contract allows, for jobs that make many calls; absent: it does not say. */
  readonly caps?: CallCaps
}

/** A connection before it is stored. `baseUrl` null: where connections of the environment lead by themselves. */
export type TriedConnection = Omit<SupplierConnection, 'baseUrl'> & { readonly baseUrl: string | null }

/** Every supplier that the gateway supports, and the connections to them. */
export type SupplierDirectory = {
  /** Returns the supplier with this code; null when no adapter has it. */
  readonly find: (supplierCode: string) => Supplier | null
  /**
   * Prepares one call through a connection. Throws when the connection does not exist: only ids from stored rows are passed in.
   */
  readonly open: (connectionId: string, operation: SupplierOperation, context: CallContext) => Promise<OpenedSupplier>
  /** Every fault of a connection that can be seen without asking its supplier, each with the name of its field. */
  readonly faultsOf: (connection: SupplierConnection) => readonly string[]
  /** Prepares one call through a connection that is not stored. It has sockets of its own, until it is closed. */
  readonly tryOut: (
    connection: TriedConnection,
    operation: SupplierOperation,
    context: CallContext,
  ) => Promise<OpenedSupplier & { readonly close: () => Promise<void> }>
  /** The state of each connection that this process has used. */
  readonly lines: () => readonly LineState[]
}
