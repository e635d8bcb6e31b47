import { afterEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { checkOut, commitBeforeNewestMigration } from '../support/version-before.ts'

const commit = await commitBeforeNewestMigration()
if (commit === null) console.warn('this clone has no history: the version before is not run on the schema of this one')

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(databaseUrl: string, root?: string): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ databaseUrl, ...(root === undefined ? {} : { root }) })
  closers.push(gateway.stop)
  return gateway
}

describe.skipIf(commit === null)('the code from before the newest migration', () => {
  it('[21] starts on the schema of this one, and both take turns at one booking', async () => {
    const database = await createTestDatabase()
    closers.push(database.drop)
    const { root, remove } = await checkOut(commit ?? '')
    closers.push(remove)
    const before = await start(database.url, root)
    const now = await start(database.url)
    for (const [first, second] of [
      [before, now],
      [now, before],
    ] as const) {
      const held = await bookScenario(first, httpJourney(first), 'hold', 'HOLD')
      await httpJourney(second).confirmHold(held.booking_id, held.accepted_offer_id)
      const journey = httpJourney(first)
      await until('CONFIRMED', async () => (await journey.booking(held.booking_id)).status === 'CONFIRMED')
      const { quote_id: quoteId } = await journey.quote(held.booking_id)
      await httpJourney(second).cancel(held.booking_id, quoteId, `cancel-${quoteId}`)
      await until('CANCELLED', async () => (await journey.booking(held.booking_id)).status === 'CANCELLED')
    }
    const faults = [...before.log, ...now.log].filter((line) => /"level":(50|60)/.test(line))
    expect(faults).toEqual([])
  })
})
