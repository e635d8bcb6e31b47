import { expect, it } from 'vitest'
import { newsOf } from '../../src/console/news.ts'
import { createBackground } from '../../src/platform/background.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { until } from '../support/until.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore((made) => {
  world = made
})

it('[22] pages are told of what happens when its position is given out, and once more when it can be read', async () => {
  const log = createLogger('silent')
  let looks = 0
  const events = {
    ...world.store.events,
    lastPosition: () => {
      looks += 1
      return world.store.events.lastPosition()
    },
  }
  const news = newsOf({ store: { ...world.store, events }, background: createBackground(log), log } as never)
  const leaving = new AbortController()
  const first = news.next(leaving.signal)
  await until('a second look', () => looks > 1)
  await world.query("SELECT nextval('booking_events_position_seq')")
  await first
  let isTold = false
  const second = news.next(leaving.signal).then(() => {
    isTold = true
  })
  await until('a second word', () => isTold)
  leaving.abort()
  await second
  expect(isTold).toBe(true)
})
