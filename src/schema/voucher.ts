import type { HotelConfirmationView } from '../domain/contract/booking.ts'
import type {
  AgencyView,
  EssentialView,
  HotelContactView,
  PropertyMessageView,
  VoucherGuestView,
  VoucherRoomView,
  VoucherView,
} from '../domain/contract/voucher.ts'
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
} from '../domain/meanings/voucher.ts'
import { builder, meant } from './builder.ts'
import { GuestTypeEnum } from './enums.ts'
import { BoardType } from './offer.ts'
import { SupplierTermsType } from './selling.ts'

const VoucherHotelType = builder.objectRef<VoucherView['hotel']>('VoucherHotel').implement({
  ...meant(OFFERED_HOTEL),
  fields: (t) => ({
    name: t.exposeString('name'),
    stars: t.exposeFloat('stars', { nullable: true }),
    category: t.exposeString('category', { nullable: true }),
    addressLines: t.expose('addressLines', { type: ['String'] }),
    phone: t.exposeString('phone', { nullable: true }),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
  }),
})

const VoucherGuestType = builder.objectRef<VoucherGuestView>('VoucherGuest').implement({
  ...meant(VOUCHER_GUEST),
  fields: (t) => ({
    type: t.expose('type', { type: GuestTypeEnum }),
    givenName: t.exposeString('givenName', { nullable: true }),
    familyName: t.exposeString('familyName', { nullable: true }),
    age: t.exposeInt('age', { nullable: true }),
  }),
})

const VoucherRoomType = builder.objectRef<VoucherRoomView>('VoucherRoom').implement({
  ...meant(VOUCHER_ROOM),
  fields: (t) => ({
    allocationId: t.exposeID('allocationId'),
    name: t.exposeString('name'),
    guests: t.expose('guests', { type: [VoucherGuestType] }),
  }),
})

const AgencyType = builder.objectRef<AgencyView>('Agency').implement({
  ...meant(AGENCY),
  fields: (t) => ({
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
  }),
})

export const EssentialType = builder.objectRef<EssentialView>('Essential').implement({
  ...meant(ESSENTIAL),
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true }),
    text: t.exposeString('text'),
    imageUrls: t.expose('imageUrls', { type: ['URL'] }),
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
    supplierTerms: t.expose('supplierTerms', { type: SupplierTermsType, nullable: true }),
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    nights: t.exposeInt('nights'),
    board: t.expose('board', { type: BoardType }),
    rooms: t.expose('rooms', { type: [VoucherRoomType] }),
    agency: t.expose('agency', { type: AgencyType, nullable: true }),
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
