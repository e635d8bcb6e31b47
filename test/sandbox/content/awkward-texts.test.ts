import { describe, expect, it } from 'vitest'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'
import { LONG_TEXT_LENGTH } from '../../../src/sandbox/content/distort/texts.ts'
import type { Oddities } from '../../../src/sandbox/content/oddities.ts'
import { createAwkwardRows } from '../../support/awkward-rows.ts'
import type { ServedRow } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'

/** Images, times, rooms, texts and forms: every awkward one that the world says there is, is sent, and no other. */
const { content, rowsOf, strangersOf } = createAwkwardRows()

function imagesOf({ raw, detail, listed }: ServedRow): Json {
  return { expedia_rapid: raw.images, hotelbeds: raw.images, ratehawk: raw.images_ext, liteapi: detail?.hotelImages }[
    listed.supplierCode
  ]
}

describe('images, times, rooms', () => {
  it.each(SANDBOX_SUPPLIERS)('%s: hotels with forty images, one, none, and one twice', (code) => {
    function among({ oddities }: ServedRow): boolean {
      return oddities.form !== 'NULL_LIST'
    }
    function count(row: ServedRow): number {
      return imagesOf(row).length
    }
    function addresses(row: ServedRow): number {
      return new Set(imagesOf(row).map((one: Json) => one.path ?? one.url ?? JSON.stringify(one.links))).size
    }
    expect(strangersOf(code, { kind: 'images', value: 'FORTY', isFound: (row) => count(row) === 40, among })).toEqual(
      [],
    )
    expect(strangersOf(code, { kind: 'images', value: 'ONE', isFound: (row) => count(row) === 1, among })).toEqual([])
    expect(strangersOf(code, { kind: 'images', value: 'NONE', isFound: (row) => count(row) === 0, among })).toEqual([])
    expect(
      strangersOf(code, { kind: 'images', value: 'REPEATED', isFound: (row) => addresses(row) < count(row), among }),
    ).toEqual([])
  })

  it.each(['expedia_rapid', 'ratehawk', 'liteapi'] as const)(
    '%s: arrival at noon, at any time, past midnight, untold',
    (code) => {
      function times({ raw, detail }: ServedRow): Json {
        return {
          expedia_rapid: [raw.checkin?.begin_time, raw.checkin?.end_time],
          ratehawk: [raw.check_in_time, raw.check_in_time_end],
          liteapi: [detail?.checkinCheckoutTimes.checkin_start, detail?.checkinCheckoutTimes.checkin_end],
        }[code]
      }
      expect(strangersOf(code, { kind: 'checkIn', value: 'NOON', isFound: (row) => times(row)[0] === 'noon' })).toEqual(
        [],
      )
      expect(
        strangersOf(code, {
          kind: 'checkIn',
          value: 'ANYTIME',
          isFound: (row) => times(row)[0] === 'anytime' || times(row).join() === '00:00:00,00:00:00',
        }),
      ).toEqual([])
      expect(
        strangersOf(code, { kind: 'checkIn', value: 'PAST_MIDNIGHT', isFound: (row) => /^0?2:00/.test(times(row)[1]) }),
      ).toEqual([])
      expect(strangersOf(code, { kind: 'checkIn', value: 'EMPTY', isFound: (row) => times(row)[0] === '' })).toEqual([])
    },
  )

  it.each(SANDBOX_SUPPLIERS)('%s: hotels without rooms, and with sixty', (code) => {
    function rooms({ raw, detail }: ServedRow): Json {
      return {
        expedia_rapid: Object.values(raw.rooms ?? {}),
        hotelbeds: raw.rooms,
        ratehawk: raw.room_groups,
        liteapi: detail?.rooms,
      }[code]
    }
    // Some listings of LiteAPI and RateHawk lack all the rooms that they sell.
    function among({ listed, oddities }: ServedRow): boolean {
      return (
        oddities.rooms === 'NONE' ||
        content.catalogue
          .supplierRooms(code, listed.supplierHotelId)
          .some(({ contentRoomId }) => contentRoomId !== null)
      )
    }
    expect(
      strangersOf(code, { kind: 'rooms', value: 'NONE', isFound: (row) => rooms(row).length === 0, among }),
    ).toEqual([])
    expect(strangersOf(code, { kind: 'rooms', value: 'SIXTY', isFound: (row) => rooms(row).length === 60 })).toEqual([])
    for (const row of rowsOf(code)) {
      const keys = rooms(row).map((one: Json) => one.roomCode ?? one.id ?? JSON.stringify(one.rg_ext))
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  it('ratehawk: a tenth of the hotels or more have two rooms that differ in one number', () => {
    function numbers(group: Json): number[] {
      return Object.values(group.rg_ext)
    }
    function isNear(a: Json, b: Json): boolean {
      return numbers(a).filter((value, index) => value !== numbers(b)[index]).length === 1
    }
    const rows = rowsOf('ratehawk').filter(
      ({ raw, oddities }) =>
        oddities.rooms === 'SOME' &&
        raw.room_groups.some((a: Json, index: number) =>
          raw.room_groups.slice(index + 1).some((b: Json) => isNear(a, b)),
        ),
    )
    expect(rows.length).toBeGreaterThan(rowsOf('ratehawk').length / 10)
  })

  it.each(['liteapi', 'expedia_rapid'] as const)('%s: some tell the beds in the name only', (code) => {
    function rooms({ raw, detail }: ServedRow): Json[] {
      return code === 'liteapi' ? detail.rooms : Object.values(raw.rooms)
    }
    function beds(room: Json): number {
      return Object.keys(room.bedTypes ?? room.bed_groups).length
    }
    expect(
      strangersOf(code, {
        kind: 'beds',
        value: 'IN_NAME_ONLY',
        isFound: (row) => rooms(row).every((room) => beds(room) === 0),
        among: (row) => rooms(row).length > 0,
      }),
    ).toEqual([])
  })
})

describe('texts', () => {
  function textOf({ raw, detail, listed }: ServedRow): string {
    return (
      {
        expedia_rapid: raw.descriptions?.amenities,
        hotelbeds: raw.description?.content,
        ratehawk: raw.description_struct?.[1].paragraphs[0],
        liteapi: detail?.hotelDescription,
      }[listed.supplierCode] ?? ''
    )
  }

  it.each(SANDBOX_SUPPLIERS)(
    '%s: mark-up, entities, 20,000 characters, emoji, marks and control characters',
    (code) => {
      const found: Readonly<Partial<Record<Oddities['text'], RegExp>>> = {
        HTML: /<script>/,
        ENTITIES: /&amp;amp;/,
        LINE_BREAKS: /\r\n\r\n/,
        EMOJI: /🏨/u,
        RTL_MARKS: /\u202b/,
        // oxlint-disable-next-line no-control-regex -- it is what is looked for
        CONTROL: /\u0000/,
      }
      for (const [value, pattern] of Object.entries(found))
        expect(
          strangersOf(code, {
            kind: 'text',
            // The keys above are oddities of texts.
            value: value as Oddities['text'],
            isFound: (row) => pattern.test(textOf(row)),
          }),
        ).toEqual([])
      expect(
        strangersOf(code, { kind: 'text', value: 'LONG', isFound: (row) => textOf(row).length >= LONG_TEXT_LENGTH }),
      ).toEqual([])
    },
  )
})

describe('forms', () => {
  it.each(SANDBOX_SUPPLIERS)(
    '%s: unknown values and fields, numbers as text, texts as numbers, null for a list',
    (code) => {
      function has(row: ServedRow, name: string): boolean {
        return name in row.raw
      }
      expect(
        strangersOf(code, {
          kind: 'form',
          value: 'UNKNOWN_FIELD',
          isFound: (row) => has(row, 'sustainability') || has(row, 'eco_score'),
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'form',
          value: 'UNKNOWN_ENUM',
          isFound: ({ raw }) =>
            raw.category?.id === '9999' ||
            raw.categoryCode === 'XX9' ||
            raw.kind === 'Sky_lodge' ||
            raw.hotelTypeId === 9_999,
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'form',
          value: 'NUMBER_AS_TEXT',
          isFound: ({ raw }) => [raw.rank, raw.ranking, raw.latitude].some((one) => typeof one === 'string'),
          among: ({ oddities }) => code !== 'liteapi' || !['ABSENT', 'NULL'].includes(oddities.point),
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'form',
          value: 'TEXT_AS_NUMBER',
          isFound: ({ raw }) =>
            [raw.phone, raw.postalCode, raw.postal_code, raw.zip].some((one) => typeof one === 'number'),
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'form',
          value: 'NULL_LIST',
          isFound: ({ raw }) => [raw.images, raw.images_ext, raw.facilityIds].some((one) => one === null),
        }),
      ).toEqual([])
    },
  )
})
