import { describe, expect, it } from 'vitest'
import type { Cache, NoPriceQuestion } from '../../src/cache/cache.ts'
import { NO_PRICE_RULES } from '../../src/domain/no-price.ts'
import { until } from '../support/until.ts'
import { useCaches } from '../support/use-caches.ts'

const { clock, opens, keep } = useCaches({ onCluster: true })

/** All that is left out: once the process knows it, asking about single hotels must find the same. */
async function leftOut(noPrice: Cache['noPrice'], question: NoPriceQuestion): Promise<readonly number[]> {
  const sets = await until('what is left out', () => noPrice.hear(question))
  const heard = [...new Set(sets.flatMap((set) => [...set.hotelIds()]))].sort((a, b) => a - b)
  const asked = await noPrice.among(question, [...heard, -1])
  expect(asked.toSorted((a, b) => a - b)).toEqual(heard)
  return heard
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

describe.each(Object.entries(opens))('the no-price memory of the %s cache', (_name, open) => {
  function asked(question: string, checkInDate = '2027-03-10', scope = 'org,sandbox,hotelbeds') {
    return {
      scope,
      question,
      checkInDate,
      now: clock.real,
    }
  }

  it('[C-043] leaves a hotel out of the very same question for 30 minutes', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a'), [1, 2], NO_PRICE_RULES)
    expect(new Set(await leftOut(noPrice, asked('a')))).toEqual(new Set([1, 2]))
    expect(await leftOut(noPrice, asked('b'))).toEqual([])
    clock.setSkew(30 * MINUTE_MS - 500)
    expect(await leftOut(noPrice, asked('a'))).toHaveLength(2)
    clock.setSkew(30 * MINUTE_MS + 500)
    expect(await leftOut(noPrice, asked('a'))).toEqual([])
  })

  it('[C-044] leaves one out of every question after 3 check-in dates within 14 days, until they are over', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a', '2027-03-10'), [1], NO_PRICE_RULES)
    await noPrice.record(asked('b', '2027-03-10'), [1], NO_PRICE_RULES)
    clock.setSkew(6 * DAY_MS)
    await noPrice.record(asked('c', '2027-03-11'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'two dates are not enough').toEqual([])
    clock.setSkew(13 * DAY_MS)
    await noPrice.record(asked('d', '2027-03-12'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z'))).toEqual([1])
    clock.setSkew(14 * DAY_MS + MINUTE_MS)
    expect(await leftOut(noPrice, asked('z')), 'the first is 14 days ago').toEqual([])
    await noPrice.record(asked('e', '2027-03-13'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'and the next is the third again').toEqual([1])
  })

  it('[C-044] forgets everything of a hotel that has a price again', async () => {
    const { noPrice } = keep(open())
    for (const [question, date] of [
      ['a', '2027-03-10'],
      ['b', '2027-03-11'],
      ['c', '2027-03-12'],
    ] as const)
      await noPrice.record(asked(question, date), [1, 2], NO_PRICE_RULES)
    await noPrice.clear(asked('c', '2027-03-12'), [1])
    expect(await leftOut(noPrice, asked('z'))).toEqual([2])
    expect(new Set(await leftOut(noPrice, asked('c')))).toEqual(new Set([2]))
    await noPrice.record(asked('d', '2027-03-13'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'its history began anew').toEqual([2])
  })

  it('[C-045] is of one scope only', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a'), [1], NO_PRICE_RULES)
    for (const scope of ['other,sandbox,hotelbeds', 'org,production,hotelbeds', 'org,sandbox,hotelbeds,liteapi'])
      expect(await leftOut(noPrice, asked('a', '2027-03-10', scope))).toEqual([])
  })

  it('takes thousands of hotels at once', async () => {
    const { noPrice } = keep(open())
    const many = Array.from({ length: 5_000 }, (_, index) => index + 1)
    await noPrice.record(asked('a'), many, NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('a'))).toHaveLength(5_000)
    await noPrice.clear(asked('a'), many)
    expect(await leftOut(noPrice, asked('a'))).toEqual([])
  })
})
