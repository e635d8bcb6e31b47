import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { createListener } from '../../src/platform/listener.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const CHANNELS = ['one', 'two', 'three', 'four', 'five', 'six']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('leaves no connection behind, whenever it is closed while it connects', async () => {
  for (let ms = 0; ms < 40; ms++) {
    const listener = createListener(database.url, createLogger('silent'))
    for (const channel of CHANNELS) listener.listen(channel, () => undefined)
    await pause(ms / 2)
    await listener.close()
  }
  // The server notices the end of a connection a moment later.
  await until('no connection to be left', async () => {
    const left = await database.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hotel-gateway-listener'",
    )
    return left.length === 0
  })
})
