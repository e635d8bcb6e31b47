import { z } from 'zod'
import { activeMarkupIn, hasMarkup } from '../../domain/content/markup.ts'
import { LISTING_STATUSES, POINT_QUALITIES } from '../../domain/listing.ts'

/** The most characters of a name, an address line and another short text: no house has longer ones. */
const MAX_NAME = 300
const MAX_TEXT = 500
const MAX_HTML = 100_000

function plain(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !hasMarkup(text), { message: 'must be plain text, without HTML' })
}
const name = plain(MAX_NAME).refine((text) => text.trim() !== '', { message: 'must not be empty' })
/** Null where it is not told. */
function told<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? null)
}
const shortText = told(plain(MAX_TEXT))
const html = z
  .string()
  .max(MAX_HTML)
  .refine((text) => activeMarkupIn(text) === null, { message: 'must not have HTML that runs or loads anything' })
const id = z.string().min(1).max(64)
const language = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language, e.g. en or pt-BR')
const inLanguages = z
  .record(language, name)
  .nullish()
  .transform((names) => names ?? {})
const httpUrl = z.url({ protocol: /^https?$/, message: 'must be the URL of an image' }).max(2_000)
const countryCode = z
  .string()
  .transform((code) => code.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{2}$/, 'must be ISO 3166-1 alpha-2, e.g. GB'))
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of 24 hours, e.g. 15:00')
const named = z.union([
  plain(MAX_NAME).transform((text) => ({ code: null, name: text })),
  z.object({ code: shortText, name: shortText }),
])
function listOf<T extends z.ZodType>(item: T, most: number) {
  return z
    .array(item)
    .max(most)
    .nullish()
    .transform((items) => items ?? [])
}

const phone = z.object({
  number: plain(60),
  kind: z.enum(['HOTEL', 'BOOKING', 'MANAGEMENT', 'FAX', 'UNKNOWN']).default('UNKNOWN'),
})
const text = z.object({ kind: plain(60).default('general'), language: language.default('en'), html })
const image = z.object({
  urls: z.record(z.string().regex(/^\d{1,5}$/, 'must be a width in pixels'), httpUrl),
  captions: inLanguages,
  category: shortText,
  room_key: shortText,
  order: z.int().default(0),
  is_hero: z.boolean().default(false),
})
const bed = z.object({ type: plain(100), count: z.int().min(1).max(50) })
const room = z.object({
  key: id,
  rate_key: told(z.string().max(200)),
  names: z.record(language, name),
  bed_choices: listOf(z.array(bed).max(20), 20),
  max_occupancy: told(z.int().min(1).max(99)),
  max_adults: told(z.int().min(1).max(99)),
  max_children: told(z.int().min(0).max(99)),
  view: shortText,
  square_metres: told(z.number().positive().max(100_000)),
  is_smoking: told(z.boolean()),
  is_accessible: told(z.boolean()),
  amenities: listOf(plain(MAX_TEXT), 500),
  images: listOf(image, 200),
  description: told(html),
})
const facility = z.object({
  raw_code: id,
  raw_name: shortText,
  facility_id: told(z.int()),
  is_free: told(z.boolean()),
  value: shortText,
  note: shortText,
})
const fee = z.object({
  kind: plain(60),
  amount: told(z.string().max(40)),
  currency: told(z.string().length(3)),
  unit: told(plain(60)),
  is_mandatory: z.boolean().default(false),
  text: shortText,
})
const checkIn = z.object({
  from: told(wallTime),
  until: told(wallTime),
  is_all_day: z.boolean().default(false),
  min_age: told(z.int().min(0).max(120)),
  instructions: told(html),
  special: told(html),
})

const latitude = told(z.number().min(-90).max(90))
const longitude = told(z.number().min(-180).max(180))

/**
 * A listing as a line of a catalogue file: docs/catalogue.md. Only the ids and a name must be there; what is not told is left out or
 * null. Unknown fields are ignored: they are whatever else a supplier's reader knew.
 */
export const listingLine = z
  .object({
    type: z.literal('listing'),
    supplier_code: id,
    supplier_hotel_id: id,
    name: told(name),
    names: inLanguages,
    name_local: told(name),
    former_names: listOf(name, 20),
    address_lines: listOf(plain(MAX_TEXT), 10),
    city: shortText,
    postcode: told(plain(20)),
    state_code: shortText,
    state_name: shortText,
    country_code: told(countryCode),
    address_hidden: z.boolean().default(false),
    latitude,
    longitude,
    point_quality: told(z.enum(POINT_QUALITIES)),
    phone: told(plain(60)),
    phones: listOf(phone, 20),
    emails: listOf(plain(MAX_TEXT), 20),
    website: shortText,
    stars: told(
      z
        .number()
        .min(0)
        .max(5)
        .refine((stars) => Number.isInteger(2 * stars), { message: 'must be in whole or half stars' }),
    ),
    stars_source: told(z.enum(['OFFICIAL', 'SUPPLIER'])),
    category_code: shortText,
    property_type: shortText,
    chain: told(named),
    brand: told(named),
    facilities: listOf(facility, 1_000),
    images: listOf(z.union([httpUrl, image]), 1_000),
    description: told(plain(MAX_HTML)),
    descriptions: listOf(text, 200),
    check_in: told(checkIn),
    check_out_until: told(wallTime),
    fees: listOf(fee, 100),
    fees_text: told(z.object({ mandatory: told(html), optional: told(html) })),
    policies: listOf(text, 200),
    rooms: listOf(room, 1_000),
    external_ids: told(z.object({ giata: shortText, license: shortText, registry: shortText })),
    status: z.enum(LISTING_STATUSES).default('ACTIVE'),
    supplier_updated_at: told(plain(40)),
    region_ids: listOf(plain(100), 200),
    airport_iata: shortText,
    rooms_count: told(z.int().min(0).max(100_000)),
    year_built: told(z.int().min(0).max(9_999)),
    payment_methods: listOf(plain(100), 100),
    currency: told(z.string().length(3)),
    gender_required: z.boolean().default(false),
    key_pickup: shortText,
  })
  .superRefine((line, context) => {
    if (line.name === null && Object.keys(line.names).length === 0)
      context.addIssue({ code: 'custom', path: ['name'], message: 'is required' })
    if ((line.latitude === null) !== (line.longitude === null))
      context.addIssue({ code: 'custom', path: ['latitude'], message: 'must come with longitude' })
  })

export type ListingLine = z.output<typeof listingLine>
export type ImageLine = z.output<typeof image>
export type RoomLine = z.output<typeof room>

/** The fields of a bad line that can be checked nevertheless, so that all its faults are told at once; null for those that are bad. */
export const readableListing = z.object({
  type: z.literal('listing'),
  supplier_code: id.nullable().catch(null),
  supplier_hotel_id: id.nullable().catch(null),
  country_code: countryCode.nullable().catch(null),
  latitude: z.number().nullable().catch(null),
  longitude: z.number().nullable().catch(null),
})
