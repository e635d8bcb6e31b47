import { z } from 'zod'
import { BOOKING_MODE } from '../../domain/meanings/booking.ts'
import { BOOKING_EXTRA } from '../../domain/meanings/booking-extras.ts'
import {
  CHANGE_SEVERITY,
  GUEST_REQUIREMENTS,
  NAME_RULE,
  OFFER,
  OFFER_CHANGE,
  OFFER_LIFECYCLE,
  PREBOOK_DATA,
  PREBOOK_NEXT_ACTION,
  PREBOOK_STATUS,
} from '../../domain/meanings/offer.ts'
import {
  ALLOCATION,
  APPROXIMATE_POINT,
  BED,
  BOARD,
  CHARGE_DUE,
  MAPPING_STATUS,
  PRICE,
  PROVIDER_ROOM,
  ROOM_OPTION,
  SERVICE_ROOM,
  TAX_OR_FEE,
} from '../../domain/meanings/room-option.ts'
import { ROOM_PROVIDER, ROOM_SEARCH, UNAVAILABLE_CODE, UNAVAILABLE_REASON } from '../../domain/meanings/room-stream.ts'
import { CHARGE_KIND } from '../../domain/meanings/selling.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { cancellation } from './cancellation.ts'
import { money } from './money.ts'
import { providerOutcome } from './provider-outcome.ts'
import { dueAtProperty, listPrice, sellingShape, supplierTerms, trader } from './selling.ts'
import { date, hotelId, id, timestamp, viewSchema } from './shape.ts'
import { warning } from './warning.ts'

export const board = viewSchema(BOARD)(
  z.strictObject({
    code: z.string().nullable(),
    name: z.string(),
    coversGuests: z.int().nullable(),
    childrenIncluded: z.boolean().nullable(),
  }),
)

const chargeDue = toldValues(CHARGE_DUE)

export const price = viewSchema(PRICE)(
  z.strictObject({
    total: money,
    base: money.nullable(),
    taxesAndFees: z.array(
      viewSchema(TAX_OR_FEE)(
        z.strictObject({
          description: z.string(),
          kind: toldValues(CHARGE_KIND),
          included: z.boolean(),
          due: chargeDue,
          amount: money,
        }),
      ),
    ),
    dueAtProperty: z.array(dueAtProperty),
    nightly: z.array(money).nullable(),
  }),
)

export const providerRoom = viewSchema(PROVIDER_ROOM)(
  z.strictObject({
    code: z.string(),
    name: z.string(),
    beds: z.array(viewSchema(BED)(z.strictObject({ type: z.string(), count: z.int() }))),
  }),
)

export const serviceRoom = viewSchema(SERVICE_ROOM)(
  z.strictObject({ roomId: z.string(), name: z.string(), imageUrls: z.array(z.string()) }),
)

export const allocation = viewSchema(ALLOCATION)(
  z.strictObject({
    allocationId: id('allocation'),
    roomIndex: z.int(),
    adults: z.int(),
    childAges: z.array(z.int()),
    providerRoom,
    serviceRoom: serviceRoom.nullable(),
  }),
)

export const bookingMode = toldValues(BOOKING_MODE)

export const mappingStatus = toldValues(MAPPING_STATUS)

const approximatePoint = viewSchema(APPROXIMATE_POINT)(z.strictObject({ latitude: z.number(), longitude: z.number() }))

export const roomOption = viewSchema(ROOM_OPTION)(
  z.strictObject({
    optionId: id('option'),
    bookingToken: id('bookingToken'),
    bookingTokenExpiresAt: timestamp,
    supplierCode: z.string(),
    mappingStatus,
    allocations: z.array(allocation),
    board,
    price,
    listPrice: listPrice.nullable(),
    ...sellingShape,
    placeHidden: z.boolean(),
    approximatePoint: approximatePoint.nullable(),
    cancellation,
    availableBookingModes: z.array(bookingMode),
    roomsLeft: z.int().nullable(),
    fetchedAt: timestamp,
    remarks: z.array(z.string()),
  }),
)

export const unavailableReason = viewSchema(UNAVAILABLE_REASON)(
  z.strictObject({
    code: toldValues(UNAVAILABLE_CODE),
    limit: z.int().nullable(),
    allowedNights: z.array(z.int()),
    soldOutDates: z.array(date),
  }),
)

export const roomProvider = viewSchema(ROOM_PROVIDER)(
  z.strictObject({
    supplierCode: z.string(),
    outcome: providerOutcome,
    latencyMs: z.int().nullable(),
    retryAfterMs: z.int().nullable(),
    unavailableReason: unavailableReason.nullable(),
  }),
)

export const roomSearch = viewSchema(ROOM_SEARCH)(
  z.strictObject({
    hotelId,
    streamId: id('stream'),
    sseStreamUrl: z.string(),
    streamExpiresAt: timestamp,
    singleUse: z.literal(true),
    providers: z.array(roomProvider),
    options: z.array(roomOption),
    warnings: z.array(warning),
  }),
)

const nameRule = viewSchema(NAME_RULE)(z.strictObject({ pattern: z.string(), maxLength: z.int(), says: z.string() }))

export const offer = viewSchema(OFFER)(
  z.strictObject({
    offerId: id('offer'),
    hotelId,
    supplierCode: z.string(),
    expiresAt: timestamp,
    bookable: z.boolean(),
    price,
    listPrice: listPrice.nullable(),
    ...sellingShape,
    cancellation,
    allocations: z.array(allocation),
    board,
    lifecycle: viewSchema(OFFER_LIFECYCLE)(
      z.strictObject({
        availableBookingModes: z.array(bookingMode),
        holdAllowed: z.boolean(),
        holdDeadline: timestamp.nullable(),
      }),
    ),
    guestRequirements: viewSchema(GUEST_REQUIREMENTS)(
      z.strictObject({
        allGuestsNamed: z.boolean(),
        emailRequired: z.boolean(),
        phoneRequired: z.boolean(),
        nameRule: nameRule.nullable(),
        gender: z.boolean(),
        takes: z.array(toldValues(BOOKING_EXTRA)),
      }),
    ),
    remarks: z.array(z.string()),
    trader: trader.nullable(),
    supplierTerms: supplierTerms.nullable(),
  }),
)

export const offerChange = viewSchema(OFFER_CHANGE)(
  z.strictObject({
    path: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    severity: toldValues(CHANGE_SEVERITY),
  }),
)

export const prebookStatus = toldValues(PREBOOK_STATUS)

/** In the envelope, `status` is next to `data`, not inside it. */
export const prebook = viewSchema(PREBOOK_DATA)(
  z.strictObject({
    offer: offer.nullable(),
    changes: z.array(offerChange),
    nextAction: toldValues(PREBOOK_NEXT_ACTION),
  }),
)
