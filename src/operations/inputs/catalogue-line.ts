import { z } from 'zod'
import { distanceKm, isSame } from '../../domain/geo.ts'
import { MOST_INSTRUCTIONS } from '../../domain/instructions.ts'
import { HOTEL_VERIFICATIONS, MAPPING_STATUSES } from '../../domain/mapping.ts'
import { contentFields, wallTime } from './catalogue-content.ts'
import { oneLine, optionalLine, paragraphs, webAddress } from './clean.ts'
import { listingLine } from './listing-line.ts'
import { catalogueId } from './search.ts'

/** Names by language; English is the fallback for the others. */
const names = z
  .record(z.string().regex(/^[a-z]{2}$/, 'must be a language, e.g. en'), oneLine(500))
  .refine((all) => 'en' in all, { message: 'must have a name in en' })
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be ISO 3166-1 alpha-2, e.g. GB')
const code = z.string().min(1).max(64)

const timeZone = z
  .string()
  .refine(
    (name) => {
      try {
        return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
      } catch {
        return false
      }
    },
    { message: 'must be an IANA time zone, e.g. Europe/Paris' },
  )
  .nullish()

const sentence = paragraphs(2_000)
const sentences = z.array(sentence).max(20).default([])

const instructions = z
  .strictObject({
    check_in_from: wallTime.nullish(),
    check_in_until: wallTime.nullish(),
    check_out_until: wallTime.nullish(),
    text: sentences,
    special: sentences,
    mandatory_fees_text: sentence.nullish(),
    optional_fees_text: sentence.nullish(),
    know_before_you_go: paragraphs(5_000).nullish(),
  })
  .refine((told) => JSON.stringify(told).length <= MOST_INSTRUCTIONS, {
    message: `must have at most ${MOST_INSTRUCTIONS} characters in all`,
  })
  .nullish()
export type InstructionsInput = z.output<typeof instructions>

const PLACE_TYPES = ['country', 'region', 'city', 'district', 'airport', 'landmark'] as const

const place = z.strictObject({
  type: z.literal('place'),
  id: catalogueId,
  place_type: z.enum(PLACE_TYPES),
  parent_id: catalogueId.nullish(),
  country_code: countryCode,
  time_zone: timeZone,
  latitude,
  longitude,
  names,
  weight: z.int().min(0).default(0),
})

const numberedTerm = z.strictObject({ type: z.enum(['chain', 'facility']), id: catalogueId, names })
const propertyType = z.strictObject({ type: z.literal('property_type'), id: code, names })

const plainHotel = z.strictObject({
  type: z.literal('hotel'),
  id: catalogueId,
  place_id: catalogueId,
  names,
  address: optionalLine(500),
  /** The address as a voucher prints it. */
  address_lines: z.array(oneLine(200)).max(8).default([]),
  phone: oneLine(40)
    .refine(({ length }) => length >= 3, { message: 'must have at least 3 characters' })
    .nullish(),
  instructions,
  ...contentFields,
  /** True: the place may not be shown before it is booked. */
  place_hidden: z.boolean().default(false),
  /** What is shown instead of it. */
  approximate_point: z.strictObject({ latitude, longitude }).nullish(),
  latitude,
  longitude,
  stars: z.number().min(0.5).max(5).multipleOf(0.5, { message: 'must be in halves, e.g. 4.5' }).nullish(),
  chain_id: catalogueId.nullish(),
  property_type: code,
  facility_ids: z.array(catalogueId).max(200).default([]),
  main_image_url: webAddress.nullish(),
  time_zone: timeZone,
  /** An estimated price per night for two; without it, one is derived from the stars. */
  nightly_usd_cents: z.int().min(1).max(100_000_000).nullish(),
  weight: z.int().min(0).max(1_000_000).default(0),
  suppliers: z
    .array(
      z.strictObject({
        supplier_code: code,
        supplier_hotel_id: code,
        verification: z.enum(HOTEL_VERIFICATIONS).default('VERIFIED'),
        /** Wins over the hotel's own, field by field. */
        instructions,
        /** The supplier's own description of the hotel, from which its adapter reads the instructions. */
        content: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .max(50)
    .default([]),
})

/** A hidden place needs a point to be shown at; a point that nothing hides is a mistake of the file. */
const hotel = plainHotel.superRefine((line, context) => {
  const message = pointFault(line)
  if (message !== null) context.addIssue({ code: 'custom', path: ['approximate_point'], message })
})

/** Farther from the place a point misleads; on it, it hides nothing. */
const ROUGHLY_KM = 10

function pointFault({
  place_hidden: isHidden,
  approximate_point: shown,
  latitude: north,
  longitude: east,
}: z.output<typeof plainHotel>): string | null {
  if (shown == null) return isHidden ? 'must be there with place_hidden' : null
  if (!isHidden) return 'is only for hotels with place_hidden'
  const exact = { latitude: north, longitude: east }
  if (isSame(shown, exact)) return 'is the place itself, which it has to hide'
  return distanceKm(shown, exact) > ROUGHLY_KM ? `must be within ${ROUGHLY_KM} km of the place` : null
}

const supplierRoom = z.strictObject({
  type: z.literal('supplier_room'),
  supplier_code: code,
  supplier_hotel_id: code,
  supplier_room_id: z.string().min(1).max(200),
  mapping_status: z.enum(MAPPING_STATUSES),
  room_id: code.nullish(),
  names: names.nullish(),
  image_urls: z.array(webAddress).max(100).default([]),
})

/** One line of a catalogue file (NDJSON): docs/catalogue.md. Places and terms must come before the hotels that refer to them. */
export const catalogueLine = z.discriminatedUnion('type', [
  place,
  numberedTerm,
  propertyType,
  hotel,
  supplierRoom,
  listingLine,
])
export type CatalogueLine = z.output<typeof catalogueLine>
