import { z } from 'zod'
import { HOTEL_VERIFICATIONS, MAPPING_STATUSES } from '../../domain/mapping.ts'
import { catalogueId } from './search.ts'

/** Names by language; English is the fallback for the others. */
const names = z
  .record(z.string().regex(/^[a-z]{2}$/, 'must be a language, e.g. en'), z.string().min(1).max(500))
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

const hotel = z.strictObject({
  type: z.literal('hotel'),
  id: catalogueId,
  place_id: catalogueId,
  names,
  address: z.string().max(500),
  latitude,
  longitude,
  stars: z.int().min(1).max(5).nullish(),
  chain_id: catalogueId.nullish(),
  property_type: code,
  facility_ids: z.array(catalogueId).max(200).default([]),
  main_image_url: z.url().max(2_000).nullish(),
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
      }),
    )
    .max(50)
    .default([]),
})

const supplierRoom = z.strictObject({
  type: z.literal('supplier_room'),
  supplier_code: code,
  supplier_hotel_id: code,
  supplier_room_id: z.string().min(1).max(200),
  mapping_status: z.enum(MAPPING_STATUSES),
  room_id: code.nullish(),
  names: names.nullish(),
  image_urls: z.array(z.url().max(2_000)).max(100).default([]),
})

/** One line of a catalogue file (NDJSON): docs/catalogue.md. Places and terms must come before the hotels that refer to them. */
export const catalogueLine = z.discriminatedUnion('type', [place, numberedTerm, propertyType, hotel, supplierRoom])
export type CatalogueLine = z.output<typeof catalogueLine>
