import { describe, expect, it } from 'vitest'
import { SANDBOX_SUPPLIERS } from '../../../src/sandbox/catalogue/types.ts'
import { createAwkwardRows } from '../../support/awkward-rows.ts'
import type { ServedRow } from '../../support/content-rows.ts'

/** Stars, chains, countries and addresses: every awkward one that the world says there is, is sent, and no other. */
const { rowsOf, strangersOf } = createAwkwardRows()

describe('facts', () => {
  it('stars: halves, zero and none come as each supplier writes them', () => {
    const rated = {
      expedia_rapid: (row: ServedRow) => row.raw.ratings.property?.rating,
      hotelbeds: (row: ServedRow) => row.raw.categoryCode,
      ratehawk: (row: ServedRow) => row.raw.star_rating,
      liteapi: (row: ServedRow) => row.raw.stars,
    }
    for (const code of SANDBOX_SUPPLIERS) {
      const told = rated[code]
      function among(row: ServedRow): boolean {
        return row.truth.hotel.stars !== null && row.oddities.form === 'AS_IS'
      }
      expect(
        strangersOf(code, {
          kind: 'stars',
          value: 'HALF',
          isFound: (row) => ['.5', '_5'].some((half) => String(told(row)).endsWith(half)),
          among,
        }),
      ).toEqual([])
      expect(
        strangersOf(code, {
          kind: 'stars',
          value: 'ZERO',
          isFound: (row) => ['0', '0.0', 'SC'].includes(String(told(row))),
          among,
        }),
      ).toEqual([])
      expect(
        strangersOf(code, { kind: 'stars', value: 'NONE', isFound: (row) => told(row) === undefined, among }),
      ).toEqual([])
    }
    const keys = rowsOf('hotelbeds').filter(({ raw }) => raw.categoryCode?.endsWith('LL'))
    expect(keys.length).toBeGreaterThan(50)
  })

  it('liteapi: chains are wrong or not available', () => {
    expect(
      strangersOf('liteapi', {
        kind: 'chain',
        value: 'WRONG',
        isFound: ({ raw, truth }) => raw.chain !== 'Not Available' && raw.chain !== truth.chain?.name,
      }),
    ).toEqual([])
    expect(
      strangersOf('liteapi', {
        kind: 'chain',
        value: 'NOT_AVAILABLE',
        isFound: ({ raw, truth }) => raw.chain === 'Not Available' && truth.chain !== null,
        among: ({ truth }) => truth.chain !== null,
      }),
    ).toEqual([])
  })

  it.each(['hotelbeds', 'liteapi'] as const)('%s: some territories are told as their states', (code) => {
    expect(
      strangersOf(code, {
        kind: 'country',
        value: 'OF_ITS_STATE',
        isFound: ({ raw }) => ['CN', 'US', 'FR'].includes(raw.countryCode ?? raw.country),
        among: ({ truth }) => ['HK', 'PR', 'GP'].includes(truth.hotel.countryCode),
      }),
    ).toEqual([])
  })

  it.each(['ratehawk', 'liteapi'] as const)('%s: postcodes are missing, spaced and prefixed', (code) => {
    function told({ raw }: ServedRow): string {
      return String(raw.postal_code ?? raw.zip)
    }
    function among({ truth, oddities }: ServedRow): boolean {
      return truth.address.postcode !== null && oddities.form !== 'TEXT_AS_NUMBER'
    }
    expect(
      strangersOf(code, { kind: 'postcode', value: 'MISSING', isFound: (row) => told(row) === '', among }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'postcode',
        value: 'PREFIXED',
        isFound: (row) => told(row) === `${row.truth.hotel.countryCode}-${row.truth.address.postcode}`,
        among,
      }),
    ).toEqual([])
    expect(
      strangersOf(code, {
        kind: 'postcode',
        value: 'SPACED',
        isFound: (row) =>
          told(row) !== row.truth.address.postcode &&
          told(row).replaceAll(' ', '') === row.truth.address.postcode?.replaceAll(' ', ''),
        among,
      }),
    ).toEqual([])
  })

  it.each(SANDBOX_SUPPLIERS)('%s: addresses are empty, abbreviated, in two languages', (code) => {
    function told({ raw }: ServedRow): string {
      return (
        {
          expedia_rapid: raw.address.line_1 ?? '',
          hotelbeds: raw.address.content,
          ratehawk: raw.address,
          liteapi: raw.address,
        }[code] ?? ''
      )
    }
    function among({ truth }: ServedRow): boolean {
      return !truth.hotel.placeHidden
    }
    expect(strangersOf(code, { kind: 'address', value: 'EMPTY', isFound: (row) => told(row) === '', among })).toEqual(
      [],
    )
    expect(
      strangersOf(code, {
        kind: 'address',
        value: 'TWO_LANGUAGES',
        isFound: (row) => told(row).includes(' / '),
        among,
      }),
    ).toEqual([])
    const shorter = rowsOf(code).filter((row) => among(row) && row.oddities.address === 'ABBREVIATED')
    expect(shorter.filter((row) => !told(row).includes(row.truth.address.latinStreet)).length).toBeGreaterThan(
      shorter.length / 2,
    )
  })
})
