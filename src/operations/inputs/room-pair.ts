import { z } from 'zod'
import { judgeRooms } from '../../mapping/rooms/judge-rooms.ts'
import type { ToldRoom } from '../../mapping/rooms/room-attributes.ts'
import type { RoomJudgement } from '../../mapping/rooms/room-verdict.ts'
import { readAs } from './read-as.ts'

const count = z.number().int().min(0).max(1_000)
const text = z.string().max(1_000)

const room = z.object({
  name: z
    .string()
    .max(2_000)
    .refine((name) => name.trim() !== '', { message: 'must not be empty' }),
  language: text.nullish(),
  beds: z
    .array(z.object({ type: z.string().min(1).max(100), count: count.min(1) }))
    .max(50)
    .nullish(),
  max_occupancy: count.nullish(),
  max_adults: count.nullish(),
  view: text.nullish(),
  smoking: z.boolean().nullish(),
  accessible: z.boolean().nullish(),
  supplier_code: text.nullish(),
  room_code: text.nullish(),
  rg_ext: z.record(z.string(), z.number().int()).nullish(),
  mapped_room_id: z.union([text, z.number()]).nullish(),
})

const pair = z.object({ id: z.union([text, z.number()]).nullish(), a: room, b: room })

type JudgedPair = RoomJudgement & { readonly id: string | number | null }

type Judged =
  | { readonly ok: true; readonly verdict: JudgedPair }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Judges a pair of `mapping judge-rooms`; unknown fields are ignored, and all faults of a pair are told together. */
export function judgeRoomPair(line: unknown): Judged {
  const read = readAs(pair, line, 'the line')
  if (!read.ok) return { ok: false, faults: read.error.map(({ message }) => message) }
  const { id, a, b } = read.value
  return { ok: true, verdict: { id: id ?? null, ...judgeRooms(toRoom(a), toRoom(b)) } }
}

function toRoom(told: z.output<typeof room>): ToldRoom {
  return {
    name: told.name,
    language: told.language,
    bedChoices: told.beds ? [told.beds] : [],
    maxOccupancy: told.max_occupancy,
    maxAdults: told.max_adults,
    view: told.view,
    isSmoking: told.smoking,
    isAccessible: told.accessible,
    supplierCode: told.supplier_code,
    hotelbedsCode: told.supplier_code === 'hotelbeds' ? told.room_code : null,
    rgExt: told.rg_ext,
    mappedRoomId: told.mapped_room_id == null ? null : String(told.mapped_room_id),
  }
}
