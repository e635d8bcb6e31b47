import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { admin, runAdmin } from '../support/admin.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

/** Hotelbeds’ books as they are shown on a bad day: what a comparison makes of them. */
let started: Started
useGateway((given) => {
  started = given
})

const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await started.database.query("UPDATE supplier_connections SET base_url = NULL WHERE id = 'conn_sandbox_hotelbeds'")
})

type Lie = (bookings: readonly Json[]) => object

/** A supplier whose lists are `lie`, whose records are the sandbox's, and that tells of no booking under `silentAbout`. */
async function listsLie(lie: Lie, silentAbout = 'none'): Promise<{ lists: number; records: number }> {
  const [announced] = await started.database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  const asked = { lists: 0, records: 0 }
  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request
    const answer = await fetch(`${announced?.body.hotelbeds}${url}`, {
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'accept-encoding', 'connection'].includes(name) ? [] : [[name, String(value)]],
      ),
    })
    const told: Json = await answer.json()
    const isList = url.includes('filterType')
    asked[isList ? 'lists' : 'records'] += 1
    const isSilent = url.includes(silentAbout)
    response.writeHead(isSilent ? 500 : answer.status, { 'content-type': 'application/json' })
    const said = isList ? { bookings: lie(told.bookings.bookings) } : told
    response.end(JSON.stringify(isSilent ? {} : said))
  }
  const server = createServer((request, response) => void tell(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  await started.database.query("UPDATE supplier_connections SET base_url = $1 WHERE id = 'conn_sandbox_hotelbeds'", [
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ])
  return asked
}

async function book(): Promise<Json> {
  const { booking_id: id } = await bookScenario(started.gateway, httpJourney(started.gateway), 'confirm', 'INSTANT')
  return until('the booking to be confirmed', async () => {
    const [row] = await started.database.query('SELECT * FROM bookings WHERE id = $1', [id])
    return row.status === 'CONFIRMED' && row
  })
}

async function reconcile(): Promise<Json> {
  const [summary] = await admin(started.database, 'supplier', 'reconcile', 'conn_sandbox_hotelbeds')
  return summary
}

async function casesAndEnds(): Promise<unknown[]> {
  return started.database.query(
    `SELECT kind AS what FROM cases WHERE closed_at IS NULL UNION ALL SELECT status FROM bookings WHERE status <> 'CONFIRMED'`,
  )
}

it('[X-07] books that are not shown are told in a line, and the connection can be compared again at once', async () => {
  await listsLie((bookings) => ({ bookings }), 'filterType')
  const args = ['supplier', 'reconcile', 'conn_sandbox_hotelbeds']
  const { code, stderr } = await runAdmin(started.database, args)
  const told = stderr.trim().split('\n')
  expect([code, told.at(-1), told.length]).toEqual([
    1,
    'conn_sandbox_hotelbeds: the supplier does not show its books: SERVER_ERROR. What was compared before it is kept; `supplier test conn_sandbox_hotelbeds` says more',
    1,
  ])
  await started.database.query("UPDATE supplier_connections SET base_url = NULL WHERE id = 'conn_sandbox_hotelbeds'")
  expect(await reconcile()).toMatchObject({ connectionId: 'conn_sandbox_hotelbeds' })
})

it('[X-07] the same page without end, and each booking many times in it, is asked about once a day', async () => {
  await book()
  const asked = await listsLie((bookings) => {
    const cancelled = bookings.map((one) => ({ ...one, status: 'CANCELLED' }))
    return { bookings: Array.from({ length: 5 }, () => cancelled).flat(), total: 1e9 }
  })
  expect(await reconcile()).toMatchObject({ differing: 1, onlyThere: 0 })
  expect(asked.records).toBe(1)
  expect(asked.lists).toBeLessThan(10)
  expect(await casesAndEnds()).toEqual([])
})

it('[X-07] a wrong reference beside a booking of ours is no booking that only the supplier has', async () => {
  await book()
  await listsLie((bookings) => ({
    bookings: bookings.map((one) => ({ ...one, clientReference: '0123456789ABCDEFGHJK' })),
    total: bookings.length,
  }))
  expect(await reconcile()).toMatchObject({ onlyThere: 0 })
  expect(await casesAndEnds()).toEqual([])
})

it('[X-07] an entry of which the supplier tells nothing is counted, and holds up no other', async () => {
  const { supplier_booking_id: id } = await book()
  const listed = { clientReference: '0123456789ABCDEFGHJK', reference: '9-4711' }
  await listsLie((bookings) => {
    const [one] = bookings.filter(({ reference }) => reference === id)
    return one ? { bookings: [{ ...one, ...listed }, one], total: 2 } : { bookings: [], total: 0 }
  }, '9-4711')
  expect(await reconcile()).toMatchObject({ unreadable: 1, onlyThere: 0 })
  expect(await casesAndEnds()).toEqual([])
})
