import type * as view from '../domain/contract/hotel.ts'
import * as meaning from '../domain/meanings/hotel-page.ts'
import { builder, meant, valuesType } from './builder.ts'
import { BedType } from './offer.ts'

const DescriptionKindEnum = valuesType('DescriptionKind', meaning.DESCRIPTION_KIND)
const PolicyKindEnum = valuesType('PolicyKind', meaning.POLICY_KIND)
const ContentFieldEnum = valuesType('ContentField', meaning.CONTENT_FIELD)

const LocalizedTextType = builder.objectRef<view.LocalizedTextView>('LocalizedText').implement({
  ...meant(meaning.LOCALIZED_TEXT),
  fields: (t) => ({ text: t.exposeString('text'), language: t.exposeString('language') }),
})

export const HotelNameType = builder.objectRef<view.HotelNameView>('HotelName').implement({
  ...meant(meaning.HOTEL_NAME),
  fields: (t) => ({ language: t.exposeString('language'), name: t.exposeString('name') }),
})

export const HotelFacilityType = builder.objectRef<view.HotelFacilityView>('HotelFacility').implement({
  ...meant(meaning.HOTEL_FACILITY),
  fields: (t) => ({
    facilityId: t.exposeID('facilityId', { nullable: true }),
    name: t.exposeString('name'),
    isFree: t.exposeBoolean('isFree', { nullable: true }),
    note: t.exposeString('note', { nullable: true }),
  }),
})

const ImageSizeType = builder.objectRef<view.ImageSizeView>('ImageSize').implement({
  ...meant(meaning.IMAGE_SIZE),
  fields: (t) => ({ width: t.exposeInt('width', { nullable: true }), url: t.expose('url', { type: 'URL' }) }),
})

export const HotelImageType = builder.objectRef<view.HotelImageView>('HotelImage').implement({
  ...meant(meaning.HOTEL_IMAGE),
  fields: (t) => ({
    url: t.expose('url', { type: 'URL' }),
    caption: t.expose('caption', { type: LocalizedTextType, nullable: true }),
    category: t.exposeString('category', { nullable: true }),
    isMain: t.exposeBoolean('isMain'),
    sizes: t.expose('sizes', { type: [ImageSizeType] }),
  }),
})

export const HotelDescriptionType = builder.objectRef<view.HotelDescriptionView>('HotelDescription').implement({
  ...meant(meaning.HOTEL_DESCRIPTION),
  fields: (t) => ({
    kind: t.expose('kind', { type: DescriptionKindEnum }),
    text: t.exposeString('text'),
    language: t.exposeString('language'),
  }),
})

export const HotelPolicyType = builder.objectRef<view.HotelPolicyView>('HotelPolicy').implement({
  ...meant(meaning.HOTEL_POLICY),
  fields: (t) => ({
    kind: t.expose('kind', { type: PolicyKindEnum }),
    text: t.exposeString('text'),
    language: t.exposeString('language'),
    supplierCode: t.exposeString('supplierCode', { nullable: true }),
  }),
})

const BedChoiceType = builder.objectRef<view.BedChoiceView>('BedChoice').implement({
  ...meant(meaning.BED_CHOICE),
  fields: (t) => ({ beds: t.expose('beds', { type: [BedType] }) }),
})

export const HotelRoomType = builder.objectRef<view.HotelRoomView>('HotelRoom').implement({
  ...meant(meaning.HOTEL_ROOM),
  fields: (t) => ({
    roomId: t.exposeID('roomId', { nullable: true }),
    name: t.expose('name', { type: LocalizedTextType }),
    description: t.expose('description', { type: LocalizedTextType, nullable: true }),
    bedChoices: t.expose('bedChoices', { type: [BedChoiceType] }),
    maxOccupancy: t.exposeInt('maxOccupancy', { nullable: true }),
    maxAdults: t.exposeInt('maxAdults', { nullable: true }),
    maxChildren: t.exposeInt('maxChildren', { nullable: true }),
    view: t.exposeString('view', { nullable: true }),
    squareMetres: t.exposeFloat('squareMetres', { nullable: true }),
    smoking: t.exposeBoolean('smoking', { nullable: true }),
    accessible: t.exposeBoolean('accessible', { nullable: true }),
    amenities: t.expose('amenities', { type: ['String'] }),
    images: t.expose('images', { type: [HotelImageType] }),
  }),
})

export const HotelSourceType = builder.objectRef<view.HotelSourceView>('HotelSource').implement({
  ...meant(meaning.HOTEL_SOURCE),
  fields: (t) => ({
    field: t.expose('field', { type: ContentFieldEnum }),
    language: t.exposeString('language', { nullable: true }),
    supplierCode: t.exposeString('supplierCode'),
  }),
})
