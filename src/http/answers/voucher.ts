import { z } from 'zod'
import {
  HOTEL_CONFIRMATION,
  HOTEL_CONTACT,
  OFFERED_HOTEL,
  PROPERTY_MESSAGE,
  VOUCHER,
} from '../../domain/meanings/voucher.ts'
import { id, timestamp, viewSchema } from './shape.ts'

const offeredHotel = viewSchema(OFFERED_HOTEL)(
  z.strictObject({
    name: z.string(),
    addressLines: z.array(z.string()),
    phone: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
  }),
)

export const voucher = viewSchema(VOUCHER)(
  z.strictObject({
    lines: z.array(z.string()),
    payableThrough: z.string().nullable(),
    supplierReference: z.string().nullable(),
    hotel: offeredHotel,
    emergencyContact: z.string().nullable(),
  }),
)

export const hotelContact = viewSchema(HOTEL_CONTACT)(
  z.strictObject({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
)

export const hotelConfirmation = viewSchema(HOTEL_CONFIRMATION)(
  z.strictObject({ allocationId: id('allocation'), number: z.string().nullable() }),
)

export const propertyMessage = viewSchema(PROPERTY_MESSAGE)(z.strictObject({ receivedAt: timestamp, text: z.string() }))
