import { z } from 'zod'
import type {
  BoardView,
  OfferAllocationView,
  OfferChange,
  OfferView,
  PrebookStatus,
  PrebookView,
  PriceView,
  ProviderRoomView,
  RoomOptionView,
  RoomProviderView,
  RoomSearchView,
  ServiceRoomView,
} from '../../domain/contract/offer.ts'
import { MAPPING_STATUSES } from '../../domain/mapping.ts'
import { cancellation } from './cancellation.ts'
import { money } from './money.ts'
import { hotelId, id, timestamp, viewSchema } from './shape.ts'

export const board = viewSchema<BoardView>()(
  z.strictObject({
    code: z.string().nullable().describe('RO, BB, HB, FB or AI; null when unknown.'),
    name: z.string(),
  }),
)

export const price = viewSchema<PriceView>()(
  z.strictObject({
    total: money.describe('All nights and rooms, with what is included.'),
    base: money.nullable(),
    taxesAndFees: z.array(
      z.strictObject({
        description: z.string(),
        included: z.boolean().describe('True: part of total.'),
        due: z.enum(['AT_BOOKING', 'AT_PROPERTY']),
        amount: money,
      }),
    ),
    dueAtProperty: z.array(money).describe('What the guest pays at the hotel, on top of total.'),
    nightly: z.array(money).nullable(),
  }),
)

export const providerRoom = viewSchema<ProviderRoomView>()(
  z
    .strictObject({
      code: z.string(),
      name: z.string(),
      beds: z.array(z.strictObject({ type: z.string(), count: z.int() })),
    })
    .describe('The room in the supplier’s words.'),
)

export const serviceRoom = viewSchema<ServiceRoomView>()(
  z
    .strictObject({ roomId: z.string(), name: z.string(), imageUrls: z.array(z.string()) })
    .describe('The room of the catalogue.'),
)

export const allocation = viewSchema<OfferAllocationView>()(
  z
    .strictObject({
      allocationId: id('allocation').describe('Names the room when booking: each guest is put into one.'),
      roomIndex: z.int().describe('Which of the requested rooms, from 0.'),
      adults: z.int(),
      childAges: z.array(z.int()),
      providerRoom,
      serviceRoom: serviceRoom.nullable().describe('Null unless the mapping is MATCHED; bookable all the same.'),
    })
    .describe('One room of an option, an offer or a booking.'),
)

const bookingModes = z.array(z.enum(['INSTANT', 'HOLD']))

export const roomOption = viewSchema<RoomOptionView>()(
  z.strictObject({
    optionId: id('option'),
    bookingToken: id('bookingToken').describe('For prebook; short-lived and tamper-proof.'),
    bookingTokenExpiresAt: timestamp,
    supplierCode: z.string(),
    mappingStatus: z.enum(MAPPING_STATUSES),
    allocations: z.array(allocation),
    board,
    price,
    cancellation,
    availableBookingModes: bookingModes,
    roomsLeft: z.int().nullable(),
    fetchedAt: timestamp,
    remarks: z.array(z.string()),
  }),
)

export const providerOutcome = z.enum([
  'PRICED',
  'NO_AVAILABILITY',
  'TIMEOUT',
  'ERROR',
  'RATE_LIMITED',
  'SKIPPED_UNMAPPED',
  'SUPPRESSED_NO_PRICE',
  'PENDING',
])

export const roomProvider = viewSchema<RoomProviderView>()(
  z.strictObject({
    supplierCode: z.string(),
    outcome: providerOutcome,
    latencyMs: z.int().nullable(),
    retryAfterMs: z.int().nullable(),
  }),
)

export const roomSearch = viewSchema<RoomSearchView>()(
  z.strictObject({
    hotelId,
    streamId: id('stream'),
    sseStreamUrl: z.string().describe('The path of the event stream.'),
    streamExpiresAt: timestamp,
    singleUse: z.literal(true),
    providers: z.array(roomProvider).describe('Every enabled supplier.'),
    options: z.array(roomOption).describe('What was collected within max_wait_ms; else empty.'),
  }),
)

export const offer = viewSchema<OfferView>()(
  z.strictObject({
    offerId: id('offer'),
    hotelId,
    supplierCode: z.string(),
    expiresAt: timestamp,
    bookable: z.boolean().describe('False when the price is above max_price.'),
    price,
    cancellation,
    allocations: z.array(allocation),
    board,
    lifecycle: z.strictObject({
      availableBookingModes: bookingModes,
      holdAllowed: z.boolean(),
      holdDeadline: timestamp.nullable().describe('Until when the supplier allows a hold.'),
    }),
    guestRequirements: z.strictObject({
      allGuestsNamed: z.boolean(),
      emailRequired: z.boolean(),
      phoneRequired: z.boolean(),
    }),
    remarks: z.array(z.string()),
  }),
)

export const offerChange = viewSchema<OfferChange>()(
  z
    .strictObject({
      path: z.string().describe('The field of the offer, e.g. price.total.amount_minor.'),
      before: z.unknown().describe('As the room option had it.'),
      after: z.unknown().describe('As the supplier has it now.'),
      severity: z.enum(['MATERIAL', 'MINOR']),
    })
    .describe('What differs from the room option.'),
)

export const prebookStatus = viewSchema<PrebookStatus>()(
  z.enum(['AVAILABLE', 'PRICE_CHANGED', 'TERMS_CHANGED', 'SOLD_OUT']),
)

const prebookData = z.strictObject({
  offer: offer.nullable().describe('Null when SOLD_OUT.'),
  changes: z.array(offerChange),
  nextAction: z.enum(['BOOK', 'ACCEPT_CHANGES', 'REFRESH_ROOMS']),
})

/** In the envelope, `status` is next to `data`, not inside it. */
export const prebook = viewSchema<Omit<PrebookView, 'status'>>()(prebookData)
