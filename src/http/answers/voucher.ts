import { z } from 'zod'
import { GUEST_TYPE } from '../../domain/meanings/booking.ts'
import {
  AGENCY,
  ESSENTIAL,
  HOTEL_CONFIRMATION,
  HOTEL_CONTACT,
  OFFERED_HOTEL,
  PROPERTY_MESSAGE,
  VOUCHER,
  VOUCHER_GUEST,
  VOUCHER_ROOM,
} from '../../domain/meanings/voucher.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { board } from './offer.ts'
import { supplierTerms } from './selling.ts'
import { date, id, timestamp, viewSchema } from './shape.ts'

const offeredHotel = viewSchema(OFFERED_HOTEL)(
  z.strictObject({
    name: z.string(),
    stars: z.number().nullable(),
    category: z.string().nullable(),
    addressLines: z.array(z.string()),
    phone: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
  }),
)

const voucherGuest = viewSchema(VOUCHER_GUEST)(
  z.strictObject({
    type: toldValues(GUEST_TYPE),
    givenName: z.string().nullable(),
    familyName: z.string().nullable(),
    age: z.int().nullable(),
  }),
)

const voucherRoom = viewSchema(VOUCHER_ROOM)(
  z.strictObject({ allocationId: id('allocation'), name: z.string(), guests: z.array(voucherGuest) }),
)

const agency = viewSchema(AGENCY)(
  z.strictObject({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() }),
)

export const essential = viewSchema(ESSENTIAL)(
  z.strictObject({ name: z.string().nullable(), text: z.string(), imageUrls: z.array(z.string()) }),
)

export const voucher = viewSchema(VOUCHER)(
  z.strictObject({
    lines: z.array(z.string()),
    payableThrough: z.string().nullable(),
    supplierReference: z.string().nullable(),
    hotel: offeredHotel,
    emergencyContact: z.string().nullable(),
    supplierTerms: supplierTerms.nullable(),
    checkIn: date,
    checkOut: date,
    nights: z.int(),
    board,
    rooms: z.array(voucherRoom),
    agency: agency.nullable(),
  }),
)

export const hotelContact = viewSchema(HOTEL_CONTACT)(
  z.strictObject({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
)

export const hotelConfirmation = viewSchema(HOTEL_CONFIRMATION)(
  z.strictObject({ allocationId: id('allocation'), number: z.string().nullable() }),
)

export const propertyMessage = viewSchema(PROPERTY_MESSAGE)(z.strictObject({ receivedAt: timestamp, text: z.string() }))
