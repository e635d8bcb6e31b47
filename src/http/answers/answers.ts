import { z } from 'zod'
import type { Route } from '../routes/route.ts'
import * as booking from './booking.ts'
import * as bookingExtras from './booking-extras.ts'
import * as cancellation from './cancellation.ts'
import * as event from './event.ts'
import * as hotel from './hotel.ts'
import * as key from './key.ts'
import { me } from './me.ts'
import { money } from './money.ts'
import * as offer from './offer.ts'
import * as search from './search.ts'
import * as selling from './selling.ts'
import { providerFault, STREAM_EVENTS } from './stream.ts'
import * as supplierTerms from './supplier-terms.ts'
import * as voucher from './voucher.ts'
import { warning } from './warning.ts'
import * as webhook from './webhook.ts'

/** The schemas that get a name in the OpenAPI document, where each is printed once. */
export const SHAPES = {
  Money: money,
  Price: offer.price,
  Board: offer.board,
  ProviderRoom: offer.providerRoom,
  ServiceRoom: offer.serviceRoom,
  Allocation: offer.allocation,
  RoomOption: offer.roomOption,
  UnavailableReason: offer.unavailableReason,
  RoomProvider: offer.roomProvider,
  RoomSearch: offer.roomSearch,
  Offer: offer.offer,
  OfferChange: offer.offerChange,
  Prebook: offer.prebook,
  PrebookStatus: offer.prebookStatus,
  ZonedInstant: cancellation.zonedInstant,
  Penalty: cancellation.penalty,
  Cancellation: cancellation.cancellation,
  CancellationQuote: cancellation.cancellationQuote,
  PenaltyTimeline: cancellation.penaltyTimeline,
  SellingPrice: selling.sellingPrice,
  RateConditions: selling.rateConditions,
  Promotion: selling.promotion,
  Payment: selling.payment,
  Instructions: selling.instructions,
  Trader: selling.trader,
  SupplierTerms: selling.supplierTerms,
  ListPrice: selling.listPrice,
  DueAtProperty: selling.dueAtProperty,
  Voucher: voucher.voucher,
  HotelContact: voucher.hotelContact,
  HotelConfirmation: voucher.hotelConfirmation,
  HotelPrice: search.hotelPrice,
  SupplierPrice: search.supplierPrice,
  HotelItem: search.hotelItem,
  SimilarHotel: search.similarHotel,
  SearchProvider: search.searchProvider,
  SearchInfo: search.searchInfo,
  Warning: warning,
  SearchData: search.searchData,
  PriceUpdate: search.priceUpdate,
  PriceUpdates: search.priceUpdates,
  Destination: search.destination,
  HotelFilters: search.hotelFilters,
  Hotel: hotel.hotel,
  HotelImage: hotel.hotelImage,
  ImageSize: hotel.imageSize,
  HotelDescription: hotel.hotelDescription,
  HotelPolicy: hotel.hotelPolicy,
  HotelRoom: hotel.hotelRoom,
  LocalizedText: hotel.localizedText,
  Nationality: search.nationality,
  ProviderStatus: booking.providerStatus,
  BookingFailure: booking.bookingFailure,
  BookingCancellation: booking.bookingCancellation,
  Discrepancy: booking.discrepancy,
  BookingStatusData: booking.bookingStatusData,
  BookingListItem: booking.bookingListItem,
  BookingList: booking.bookingList,
  BookingDetails: booking.bookingDetails,
  BookingHistoryItem: booking.bookingHistoryItem,
  Guest: booking.guest,
  Loyalty: bookingExtras.loyalty,
  CompanyAddress: bookingExtras.companyAddress,
  Invoicing: bookingExtras.invoicing,
  CancelledBooking: booking.cancelledBooking,
  BookingEventData: event.bookingEventData,
  EndpointDisabledData: event.endpointDisabledData,
  TestEventData: event.testEventData,
  LoggedEvent: event.loggedEvent,
  EventList: event.eventList,
  WebhookEndpoint: webhook.webhookEndpoint,
  WebhookEndpointList: webhook.webhookEndpointList,
  WebhookAttempt: webhook.webhookAttempt,
  WebhookDelivery: webhook.webhookDelivery,
  WebhookDeliveryList: webhook.webhookDeliveryList,
  WebhookRecovery: webhook.webhookRecovery,
  DeletedWebhookEndpoint: webhook.deletedWebhookEndpoint,
  Me: me,
  AcceptedTerms: supplierTerms.acceptedTerms,
  AcceptedTermsList: supplierTerms.acceptedTermsList,
  ApiKey: key.apiKey,
  ApiKeyList: key.apiKeyList,
  RolledApiKey: key.rolledApiKey,
  RevokedApiKey: key.revokedApiKey,
  StreamReadyEvent: STREAM_EVENTS.stream_ready,
  ProviderOptionsEvent: STREAM_EVENTS.provider_options,
  ProviderSkippedEvent: STREAM_EVENTS.provider_skipped,
  ProviderFault: providerFault,
  ProviderErrorEvent: STREAM_EVENTS.provider_error,
  DoneEvent: STREAM_EVENTS.done,
} as const satisfies Record<string, z.ZodType>

/**
 * The schema of `data` for each operation; an operation that is missing here does not compile. Streams are not listed: they
 * answer with events.
 */
export const ANSWERS: Readonly<Record<Exclude<Route['operation'], StreamOperation>, z.ZodType>> = {
  searchHotels: search.searchData,
  pollPrices: search.priceUpdates,
  listHotelFilters: search.hotelFilters,
  getHotel: hotel.hotel,
  findDestinations: z.array(search.destination),
  listNationalities: z.array(search.nationality),
  createRoomSearch: offer.roomSearch,
  prebook: offer.prebook,
  getOffer: offer.offer,
  createBooking: booking.bookingStatusData,
  findBookingByIdempotencyKey: booking.bookingStatusData,
  listBookings: booking.bookingList,
  getBooking: booking.bookingStatusData,
  getBookingDetails: booking.bookingDetails,
  getPenalties: cancellation.penaltyTimeline,
  confirmHold: booking.bookingStatusData,
  quoteCancellation: cancellation.cancellationQuote,
  cancelBooking: booking.cancelledBooking,
  reviewBooking: booking.bookingStatusData,
  listEvents: event.eventList,
  createWebhookEndpoint: webhook.webhookEndpoint,
  listWebhookEndpoints: webhook.webhookEndpointList,
  getWebhookEndpoint: webhook.webhookEndpoint,
  updateWebhookEndpoint: webhook.webhookEndpoint,
  deleteWebhookEndpoint: webhook.deletedWebhookEndpoint,
  rotateWebhookSecret: webhook.webhookEndpoint,
  testWebhookEndpoint: webhook.webhookDelivery,
  recoverWebhookEndpoint: webhook.webhookRecovery,
  listWebhookDeliveries: webhook.webhookDeliveryList,
  getWebhookDelivery: webhook.webhookDelivery,
  redeliverWebhook: webhook.webhookDelivery,
  getMe: me,
  listSupplierTerms: supplierTerms.acceptedTermsList,
  acceptSupplierTerms: supplierTerms.acceptedTerms,
  listApiKeys: key.apiKeyList,
  rollApiKey: key.rolledApiKey,
  updateApiKey: key.apiKey,
  revokeApiKey: key.revokedApiKey,
}

type StreamOperation = 'openRoomStream' | Unrouted
/** An operation that only the GraphQL facade offers. */
type Unrouted = 'watchBooking'
