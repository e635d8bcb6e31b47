import type { HotelConfirmationView } from '../domain/contract/booking.ts'
import type { HotelContactView, PropertyMessageView, VoucherView } from '../domain/contract/voucher.ts'
import {
  HOTEL_CONFIRMATION,
  HOTEL_CONTACT,
  OFFERED_HOTEL,
  PROPERTY_MESSAGE,
  VOUCHER,
} from '../domain/meanings/voucher.ts'
import { builder, meant } from './builder.ts'

const VoucherHotelType = builder.objectRef<VoucherView['hotel']>('VoucherHotel').implement({
  ...meant(OFFERED_HOTEL),
  fields: (t) => ({
    name: t.exposeString('name'),
    addressLines: t.expose('addressLines', { type: ['String'] }),
    phone: t.exposeString('phone', { nullable: true }),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
  }),
})

export const VoucherType = builder.objectRef<VoucherView>('Voucher').implement({
  ...meant(VOUCHER),
  fields: (t) => ({
    lines: t.expose('lines', { type: ['String'] }),
    payableThrough: t.exposeString('payableThrough', { nullable: true }),
    supplierReference: t.exposeString('supplierReference', { nullable: true }),
    hotel: t.expose('hotel', { type: VoucherHotelType }),
    emergencyContact: t.exposeString('emergencyContact', { nullable: true }),
  }),
})

export const HotelContactType = builder.objectRef<HotelContactView>('HotelContact').implement({
  ...meant(HOTEL_CONTACT),
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
  }),
})

export const PropertyMessageType = builder.objectRef<PropertyMessageView>('PropertyMessage').implement({
  ...meant(PROPERTY_MESSAGE),
  fields: (t) => ({
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    text: t.exposeString('text'),
  }),
})

export const HotelConfirmationType = builder.objectRef<HotelConfirmationView>('HotelConfirmation').implement({
  ...meant(HOTEL_CONFIRMATION),
  fields: (t) => ({
    allocationId: t.exposeID('allocationId'),
    number: t.exposeString('number', { nullable: true }),
  }),
})
