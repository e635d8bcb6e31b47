import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from '../../../src/sandbox/catalogue/types.ts'
import { BRIEF_DAYS, type Day, dateOf, FIRST_DAY, lifeOf } from '../../../src/sandbox/content/life.ts'
import { dumpOf } from '../../../src/sandbox/suppliers/ratehawk/content/dumps.ts'
import { createContentRows } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'

/** What days do to the world: at the rates that are documented, and so that changes told and yesterday's rows make today's. */
const { world, supply, rowsOf } = createContentRows()
const TEN_YEARS = 3_650

type State = Map<string, string>

/** Every active row of a supplier on a day, as it is sent. */
function wholeOf(supplierCode: SandboxSupplierCode, day: Day): State {
  return new Map(rowsOf(supplierCode, day).map(({ id, raw, detail }) => [id, JSON.stringify([raw, detail])]))
}

/** Yesterday's rows with a supplier's changes of the days after `since` up to `day`, told in its own way. */
const BROUGHT_UP: Readonly<Record<SandboxSupplierCode, (state: State, since: Day, day: Day) => void>> = {
  expedia_rapid: (state, since, day) => {
    for (const row of rowsOf('expedia_rapid', day))
      if (row.raw.dates.updated.slice(0, 10) > dateOf(since)) state.set(row.id, JSON.stringify([row.raw, row.detail]))
    for (const { listed, life } of supply.closed('expedia_rapid', day))
      if ((life.closedDay ?? 0) > since) state.delete(listed.supplierHotelId)
  },
  hotelbeds: (state, since, day) => {
    const today = rowsOf('hotelbeds', day)
    for (const { id, raw, detail } of today)
      if (raw.lastUpdate > dateOf(since)) state.set(id, JSON.stringify([raw, detail]))
    // Only a whole pass tells what is gone.
    const there = new Set(today.map(({ id }) => id))
    for (const id of state.keys()) if (!there.has(id)) state.delete(id)
  },
  ratehawk: (state, since, day) => {
    for (let one = since + 1; one <= day; one += 1)
      for (const line of dumpOf(supply, { kind: 'increment', day: one, language: 'en', inventory: 'all' }).rows()) {
        const raw: Json = JSON.parse(line)
        if (raw.is_closed || raw.deleted) state.delete(String(raw.hid))
        else state.set(String(raw.hid), JSON.stringify([raw, null]))
      }
  },
  liteapi: (state, since, day) => {
    for (const { id, raw, detail } of rowsOf('liteapi', day)) {
      const listed = world.find('liteapi', id)
      if (listed && world.life(listed, day).updatedDay > since) state.set(id, JSON.stringify([raw, detail]))
    }
    for (const { listed, life } of supply.closed('liteapi', day))
      if ((life.closedDay ?? 0) > since) state.delete(listed.supplierHotelId)
  },
}

describe('the changes of a supplier', () => {
  it.each(SANDBOX_SUPPLIERS)(
    '%s: with the rows of an earlier day they make those of the day, row for row',
    (supplierCode) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: TEN_YEARS }), fc.integer({ min: 1, max: 7 }), (later, days) => {
          const since = FIRST_DAY + later
          const state = wholeOf(supplierCode, since)
          BROUGHT_UP[supplierCode](state, since, since + days)
          expect(state).toEqual(wholeOf(supplierCode, since + days))
        }),
        { numRuns: 2 },
      )
    },
    120_000,
  )
})

describe('a day', () => {
  const DAYS = 150
  const lives = SANDBOX_SUPPLIERS.map((code) => {
    const listings = world.listings(code)
    let [listed, changed, closed, opened, back] = [0, 0, 0, 0, 0]
    for (const one of listings) {
      let before = world.life(one, FIRST_DAY)
      for (let day = FIRST_DAY + 1; day <= FIRST_DAY + DAYS; day += 1) {
        const now = world.life(one, day)
        if (now.isListed) listed += 1
        if (now.isListed && before.isListed && now.updatedDay === day) changed += 1
        if (!now.isListed && before.isListed) closed += 1
        if (now.isListed && !before.isListed) {
          if (before.closedDay !== null && day - before.closedDay <= BRIEF_DAYS) back += 1
          else opened += 1
        }
        before = now
      }
    }
    return { code, share: (count: number) => count / listed, changed, closed, opened, back }
  })

  it.each(lives)(
    '$code: changes half a percent of the rows, closes and opens a thousandth, brings some back',
    (life) => {
      expect(life.share(life.changed)).toBeGreaterThan(0.0045)
      expect(life.share(life.changed)).toBeLessThan(0.0055)
      expect(life.share(life.closed)).toBeGreaterThan(0.0008)
      expect(life.share(life.closed)).toBeLessThan(0.0013)
      expect(life.share(life.opened + life.back)).toBeGreaterThan(0.0008)
      expect(life.share(life.opened + life.back)).toBeLessThan(0.0014)
      expect(life.share(life.back)).toBeGreaterThan(0.0001)
    },
  )

  it('leaves each supplier as large after ten years as it was, and as much of it renamed and moved', () => {
    for (const code of SANDBOX_SUPPLIERS) {
      const listings = world.listings(code)
      const [first, last] = [FIRST_DAY, FIRST_DAY + TEN_YEARS].map((day) => listings.map((one) => world.life(one, day)))
      function count(of?: readonly { readonly isListed: boolean }[]): number {
        return of?.filter(({ isListed }) => isListed).length ?? 0
      }
      expect(Math.abs(count(first) - count(last)) / count(first)).toBeLessThan(0.02)
      const strange = last?.filter(({ edits }) => edits.isRenamed || edits.isMoved).length ?? 0
      expect(strange / listings.length).toBeLessThan(0.04)
    }
  })

  it('is the same whether or not the days before it were asked for', () => {
    const one = { seed: 's', supplierCode: 'ratehawk', supplierHotelId: '7000001', isPassing: true } as const
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TEN_YEARS }), (later) => {
        const day = FIRST_DAY + later
        const life = lifeOf(one, day)
        for (let before = FIRST_DAY; before < day; before += 97) lifeOf(one, before)
        expect(lifeOf(one, day)).toEqual(life)
        expect(life.updatedDay).toBeLessThanOrEqual(day)
        expect(life.addedDay).toBeLessThanOrEqual(Math.max(life.updatedDay, day))
      }),
    )
  })

  it('closes only what another supplier still sells', () => {
    const steady = new Set(
      SANDBOX_SUPPLIERS.flatMap((code) => world.listings(code))
        .filter(({ standing }) => standing === 'MAPPED')
        .map(({ hotelId }) => hotelId),
    )
    for (const code of SANDBOX_SUPPLIERS) {
      const closed = supply.closed(code, FIRST_DAY + TEN_YEARS)
      expect(closed.length).toBeGreaterThan(0)
      expect(closed.filter(({ listed }) => listed.standing !== 'PASSING' || !steady.has(listed.hotelId))).toEqual([])
    }
  })
})
