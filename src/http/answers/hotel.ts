import { z } from 'zod'
import { PROPERTY_TYPE } from '../../domain/meanings/destination.ts'
import * as meaning from '../../domain/meanings/hotel-page.ts'
import { BED } from '../../domain/meanings/room-option.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { instructions } from './selling.ts'
import { hotelId, viewSchema } from './shape.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()
const count = z.int().nullable()
const language = z.string()

export const localizedText = viewSchema(meaning.LOCALIZED_TEXT)(z.strictObject({ text: z.string(), language }))

const hotelName = viewSchema(meaning.HOTEL_NAME)(z.strictObject({ language, name: z.string() }))

const hotelFacility = viewSchema(meaning.HOTEL_FACILITY)(
  z.strictObject({ facilityId: count, name: z.string(), isFree: flag, note: text }),
)

export const imageSize = viewSchema(meaning.IMAGE_SIZE)(z.strictObject({ width: count, url: z.string() }))

export const hotelImage = viewSchema(meaning.HOTEL_IMAGE)(
  z.strictObject({
    url: z.string(),
    caption: localizedText.nullable(),
    category: text,
    isMain: z.boolean(),
    sizes: z.array(imageSize),
  }),
)

export const hotelDescription = viewSchema(meaning.HOTEL_DESCRIPTION)(
  z.strictObject({ kind: toldValues(meaning.DESCRIPTION_KIND), text: z.string(), language }),
)

export const hotelPolicy = viewSchema(meaning.HOTEL_POLICY)(
  z.strictObject({ kind: toldValues(meaning.POLICY_KIND), text: z.string(), language, supplierCode: text }),
)

const bedChoice = viewSchema(meaning.BED_CHOICE)(
  z.strictObject({ beds: z.array(viewSchema(BED)(z.strictObject({ type: z.string(), count: z.int() }))) }),
)

export const hotelRoom = viewSchema(meaning.HOTEL_ROOM)(
  z.strictObject({
    roomId: text,
    name: localizedText,
    description: localizedText.nullable(),
    bedChoices: z.array(bedChoice),
    maxOccupancy: count,
    maxAdults: count,
    maxChildren: count,
    view: text,
    squareMetres: z.number().nullable(),
    smoking: flag,
    accessible: flag,
    amenities: z.array(z.string()),
    images: z.array(hotelImage),
  }),
)

const hotelSource = viewSchema(meaning.HOTEL_SOURCE)(
  z.strictObject({ field: toldValues(meaning.CONTENT_FIELD), language: text, supplierCode: z.string() }),
)

export const hotel = viewSchema(meaning.HOTEL_PAGE)(
  z.strictObject({
    hotelId,
    hotelName: z.string(),
    city: z.string(),
    country: z.string(),
    facilities: z.array(z.string()),
    stars: z.number().nullable(),
    address: z.string(),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    placeHidden: z.boolean(),
    mainImageUrl: text,
    chain: text,
    language,
    names: z.array(hotelName),
    addressLines: z.array(z.string()),
    postcode: text,
    phone: text,
    timeZone: text,
    propertyType: viewSchema(PROPERTY_TYPE)(z.strictObject({ id: z.string(), name: z.string() })),
    facilityDetails: z.array(hotelFacility),
    images: z.array(hotelImage),
    descriptions: z.array(hotelDescription),
    policies: z.array(hotelPolicy),
    instructions: instructions.nullable(),
    checkInAllDay: flag,
    checkInMinAge: count,
    rooms: z.array(hotelRoom),
    sources: z.array(hotelSource),
  }),
)
