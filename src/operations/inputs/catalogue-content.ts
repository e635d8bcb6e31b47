import { z } from 'zod'
import { MOST } from '../../domain/content/page-content.ts'
import { DESCRIPTION_KINDS, POLICY_KINDS } from '../../domain/content/text-kinds.ts'
import { oneLine, paragraphs, webAddress } from './clean.ts'

const language = z.string().regex(/^[a-z]{2}$/, 'must be a language, e.g. en')
const code = z.string().min(1).max(64)

/** A wall time at the hotel. */
export const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of 24 hours, e.g. 15:00')

function texts(maxLength: number) {
  return z
    .record(language, paragraphs(maxLength))
    .refine((all) => Object.keys(all).length > 0, { message: 'must have a text in a language' })
}

function captions(maxLength: number) {
  return z.record(language, oneLine(maxLength)).default({})
}

const image = z
  .strictObject({
    url: webAddress.nullish(),
    /** By width in pixels. */
    sizes: z.record(z.string().regex(/^[1-9]\d{0,4}$/, 'must be a width in pixels'), webAddress).default({}),
    captions: captions(300),
    category: oneLine(64).nullish(),
  })
  .refine(({ url, sizes }) => url != null || Object.keys(sizes).length > 0, { message: 'must have a url or sizes' })

const count = z.int().min(1).max(100)

const room = z.strictObject({
  room_id: code,
  names: z.record(language, oneLine(200)).refine((all) => 'en' in all, { message: 'must have a name in en' }),
  descriptions: texts(4_000).nullish(),
  bed_choices: z
    .array(
      z
        .array(z.strictObject({ type: oneLine(64), count }))
        .min(1)
        .max(10),
    )
    .max(10)
    .default([]),
  max_occupancy: count.nullish(),
  max_adults: count.nullish(),
  max_children: z.int().min(0).max(100).nullish(),
  view: oneLine(64).nullish(),
  square_metres: z.number().positive().max(10_000).nullish(),
  smoking: z.boolean().nullish(),
  accessible: z.boolean().nullish(),
  amenities: z.array(oneLine(200)).max(MOST.amenities).default([]),
  images: z.array(image).max(MOST.roomImages).default([]),
})

/** The fields of a hotel's line for the page about it. Texts may be HTML; they are stored plain. */
export const contentFields = {
  postcode: oneLine(20).nullish(),
  descriptions: z
    .array(z.strictObject({ kind: z.enum(DESCRIPTION_KINDS), texts: texts(8_000) }))
    .max(MOST.texts)
    .default([]),
  images: z.array(image).max(MOST.images).default([]),
  policies: z
    .array(z.strictObject({ kind: z.enum(POLICY_KINDS), texts: texts(8_000) }))
    .max(MOST.texts)
    .default([]),
  /** What differs from a plain mention in `facility_ids`. */
  facility_details: z
    .array(
      z.strictObject({
        facility_id: z.int().min(1).max(2_147_483_647),
        is_free: z.boolean().nullish(),
        note: oneLine(200).nullish(),
      }),
    )
    .max(MOST.facilities)
    .default([]),
  check_in: z
    .strictObject({
      from: wallTime.nullish(),
      until: wallTime.nullish(),
      all_day: z.boolean().nullish(),
      min_age: z.int().min(1).max(99).nullish(),
    })
    .nullish(),
  check_out_until: wallTime.nullish(),
  rooms: z
    .array(room)
    .max(MOST.rooms)
    .default([])
    .superRefine((rooms, context) => {
      const seen = new Set<string>()
      for (const [index, { room_id }] of rooms.entries()) {
        if (seen.has(room_id)) context.addIssue({ code: 'custom', path: [index, 'room_id'], message: 'is there twice' })
        seen.add(room_id)
      }
    }),
}

const content = z.strictObject(contentFields)
export type ContentInput = z.output<typeof content>
export type ImageInput = ContentInput['images'][number]
export type RoomInput = ContentInput['rooms'][number]
