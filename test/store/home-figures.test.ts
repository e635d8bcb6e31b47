import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((made) => {
  world = made
})

it('[22] the bookings of an hour are counted whole, however many there were before it and whoever lives ahead', async () => {
  const until = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const hour = { environment: 'sandbox', from: until - HOUR_MS, until }
  async function put(organization: string, madeAt: number, ahead = 0): Promise<void> {
    const id = newId('booking', madeAt, randomBytes)
    await world.put('bookings', { id, organization_id: organization, created_at: new Date(madeAt + ahead) })
  }
  for (const days of [1, 2, 3, 4, 5]) await put('org_1', until - days * DAY_MS)
  await put('org_1', until - 5 * MINUTE_MS)
  await put('org_ahead', until - 10 * MINUTE_MS - 2 * HOUR_MS, 2 * HOUR_MS)
  await world.query(`INSERT INTO sandbox_clocks (organization_id, offset_ms) VALUES ('org_ahead', ${2 * HOUR_MS})`)
  const counts = [50, 55].map((minute) => ({ minute, status: 'PROCESSING', count: 1 }))
  expect(await world.store.homeFigures.madeByMinute(hour, 3)).toEqual({ counts, countedFrom: null })
  await world.query(`UPDATE sandbox_clocks SET offset_ms = ${3 * DAY_MS}`)
  expect(await world.store.homeFigures.madeByMinute(hour, 3)).toEqual({ counts, countedFrom: null })
  expect(await world.store.homeFigures.madeByMinute(hour, 1)).toEqual({
    counts,
    countedFrom: until - 10 * MINUTE_MS,
  })
})
