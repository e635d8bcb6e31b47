import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../../src/domain/geo.ts'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'
import type { Oddities } from '../../../src/sandbox/content/oddities.ts'
import { createAwkwardRows } from '../../support/awkward-rows.ts'
import type { ServedRow } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'

/** Points, names and telephones: every awkward one that the world says there is, is sent, and no other. */
const { summary, rowsOf, strangersOf } = createAwkwardRows()

type Told = { readonly latitude: number; readonly longitude: number }

/** The point that a row tells; null where it tells none. */
function pointOf({ raw, listed }: ServedRow): Told | null {
  const found = {
    expedia_rapid: raw.location?.coordinates,
    hotelbeds: raw.coordinates,
    ratehawk: raw,
    liteapi: raw,
  }[listed.supplierCode]
  const [latitude, longitude] = [found?.latitude, found?.longitude].map((one) =>
    one == null ? Number.NaN : Number(one),
  )
  return Number.isNaN(latitude) ? null : { latitude: latitude ?? 0, longitude: longitude ?? 0 }
}

function kmAway(row: ServedRow): number {
  const point = pointOf(row)
  return point ? distanceKm(point, row.truth.hotel) : 0
}

const IS_PLACED = ['EXACT', 'MOVED', 'ROUGH'] satisfies readonly Oddities['point'][]
function isPlaced({ oddities }: ServedRow): boolean {
  return IS_PLACED.some((one) => one === oddities.point)
}

describe('points', () => {
  it.each(['hotelbeds', 'liteapi'] as const)('%s: absent, null, zero and swapped ones are all there', (code) => {
    function hasNone(row: ServedRow): boolean {
      return pointOf(row) === null
    }
    function isAbsent({ raw }: ServedRow): boolean {
      return code === 'hotelbeds' ? raw.coordinates === undefined : raw.latitude === undefined
    }
    expect(strangersOf(code, { kind: 'point', value: 'ABSENT', isFound: isAbsent })).toEqual([])
    expect(
      strangersOf(code, { kind: 'point', value: 'NULL', isFound: (row) => hasNone(row) && !isAbsent(row) }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'point',
        value: 'ZERO',
        isFound: (row) => pointOf(row)?.latitude === 0 && pointOf(row)?.longitude === 0,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'point',
        value: 'SWAPPED',
        isFound: (row) => {
          const point = pointOf(row)
          return (
            point !== null &&
            Math.abs(point.latitude - row.truth.hotel.longitude) < 0.05 &&
            Math.abs(point.longitude - row.truth.hotel.latitude) < 0.05
          )
        },
      }),
    ).toEqual([])
  })

  it.each(SANDBOX_SUPPLIERS)(
    '%s: moved ones are 200 to 900 metres off, some are abroad, some at the centre of a city',
    (code) => {
      expect(
        strangersOf(code, {
          kind: 'point',
          value: 'MOVED',
          isFound: (row) => kmAway(row) >= 0.195,
          // One scenario's hotel is described as another one.
          among: (row) =>
            row.listed.standing !== 'SCENARIO' && isPlaced(row) && row.oddities.point !== 'ROUGH' && !row.isEdited,
        }),
      ).toEqual([])
      for (const row of rowsOf(code))
        if (row.oddities.point === 'MOVED' && !row.isEdited) expect(kmAway(row)).toBeLessThan(0.905)
      expect(
        strangersOf(code, {
          kind: 'point',
          value: 'ABROAD',
          isFound: (row) => kmAway(row) > 80,
          among: ({ oddities, listed }) =>
            listed.standing !== 'SCENARIO' && !['SWAPPED', 'ZERO'].includes(oddities.point),
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'point',
          value: 'CITY_CENTRE',
          isFound: (row) => {
            const point = pointOf(row)
            return point !== null && distanceKm(point, row.truth.city) < 0.001
          },
        }),
      ).toEqual([])
      // Enough of them in one city to be told from a coincidence.
      const centres = rowsOf(code).filter(({ oddities }) => oddities.point === 'CITY_CENTRE')
      for (const [, inCity] of Map.groupBy(centres, ({ truth }) => truth.city))
        expect(inCity.length).toBeGreaterThanOrEqual(20)
    },
  )

  it('liteapi: some have two decimals', () => {
    expect(
      strangersOf('liteapi', {
        kind: 'point',
        value: 'ROUGH',
        isFound: (row) =>
          /^-?\d+(\.\d{1,2})? -?\d+(\.\d{1,2})?$/.test(`${pointOf(row)?.latitude} ${pointOf(row)?.longitude}`),
        among: isPlaced,
      }),
    ).toEqual([])
  })
})

function nameOf({ raw, listed }: ServedRow): string {
  return listed.supplierCode === 'hotelbeds' ? raw.name.content : raw.name
}

describe('names', () => {
  it('hotelbeds: some are in capitals', () => {
    expect(
      strangersOf('hotelbeds', {
        kind: 'capitals',
        value: 'CAPITALS',
        isFound: (row) => /\p{Lu}/u.test(nameOf(row)) && !/\p{Ll}/u.test(nameOf(row)),
        among: (row) => row.oddities.name !== 'SCRIPT_ONLY',
      }),
    ).toEqual([])
  })

  it.each(['hotelbeds', 'ratehawk'] as const)('%s: some are in another script only, some with brackets', (code) => {
    function hasScript(row: ServedRow): boolean {
      return /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(nameOf(row))
    }
    function hasLatin(row: ServedRow): boolean {
      return /\p{Script=Latin}/u.test(nameOf(row))
    }
    expect(
      strangersOf(code, { kind: 'name', value: 'SCRIPT_ONLY', isFound: (row) => hasScript(row) && !hasLatin(row) }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'SCRIPT_AND_BRACKETS',
        isFound: (row) => hasScript(row) && hasLatin(row),
      }),
    ).toEqual([])
    const languages = rowsOf(code)
      .filter(hasScript)
      .map(({ truth }) => truth.city.localLanguage)
    expect(new Set(languages)).toEqual(new Set(['ja', 'ar', 'th', 'ko', 'kk', 'el']))
  })

  it.each(SANDBOX_SUPPLIERS)('%s: words are added, left out and turned round', (code) => {
    function english(row: ServedRow): boolean {
      return row.oddities.text !== 'RTL_MARKS' && row.oddities.text !== 'ENTITIES' && row.oddities.capitals === 'NO'
    }
    function cityOf({ truth }: ServedRow): string {
      return truth.city.names.en
    }
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'CITY_FIRST',
        isFound: (row) => nameOf(row).startsWith(`${cityOf(row)} - `),
        among: english,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'BY_CHAIN',
        isFound: (row) => / by [A-Z]/.test(nameOf(row)),
        among: english,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'WITH_EX',
        isFound: (row) => nameOf(row).includes(' (ex '),
        among: english,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'OLD_NAME',
        isFound: (row) => nameOf(row) === row.truth.formerName,
        among: (row) => english(row) && !row.isEdited,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'name',
        value: 'WITHOUT_CITY',
        isFound: (row) => row.truth.names.en === `${nameOf(row)} ${cityOf(row)}`,
        among: (row) => english(row) && !row.isEdited,
      }),
    ).toEqual([])
  })

  it('liteapi: some in Cairo, Almaty and Tokyo are written as they sound', () => {
    function among(row: ServedRow): boolean {
      return row.oddities.text !== 'ENTITIES' && row.oddities.text !== 'RTL_MARKS'
    }
    const rows = rowsOf('liteapi').filter(({ oddities }) => oddities.name === 'ROMANIZED')
    expect(rows).toHaveLength(summary.oddities['name:ROMANIZED']?.liteapi ?? 0)
    expect(new Set(rows.map(({ truth }) => truth.city.names.en))).toEqual(new Set(['Cairo', 'Almaty', 'Tokyo']))
    const strange = rows.filter(among).filter((row) => nameOf(row) === row.truth.names.en)
    expect(strange).toEqual([])
    expect(rows.map(nameOf).every((name) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(name))).toBe(true)
  })
})

function phoneOf({ raw, detail, listed }: ServedRow): Json {
  if (listed.supplierCode === 'hotelbeds')
    return raw.phones?.find((one: Json) => one.phoneType === 'PHONEHOTEL')?.phoneNumber
  return listed.supplierCode === 'liteapi' ? detail.phone : raw.phone
}

describe('telephones', () => {
  it.each(SANDBOX_SUPPLIERS)('%s: national ones, extensions, and call centres that many hotels share', (code) => {
    function among(row: ServedRow): boolean {
      return row.oddities.form !== 'TEXT_AS_NUMBER' && typeof phoneOf(row) === 'string' && phoneOf(row) !== ''
    }
    expect(
      strangersOf(code, {
        kind: 'phone',
        value: 'NATIONAL',
        isFound: (row) => !String(phoneOf(row)).startsWith('+'),
        among,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'phone',
        value: 'EXTENSION',
        isFound: (row) => / ext\. \d+$/.test(String(phoneOf(row))),
        among,
      }),
    ).toEqual([])
    const shared = Map.groupBy(rowsOf(code).filter(among), phoneOf)
    expect(
      strangersOf(code, {
        kind: 'phone',
        value: 'CALL_CENTRE',
        isFound: (row) => (shared.get(phoneOf(row))?.length ?? 0) >= 15,
        among,
      }),
    ).toEqual([])
  })
})
