import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Words that are nowhere else. */
const CANARIES = [
  'Xanthippe',
  'Quagmire',
  'xq.canary@example.com',
  '+442079460999',
  'a quiet room for Mme Zebedee',
  'ZEBRA4711',
  'TAXQX9917',
  'Quux Incorporated',
  'quux.bills@example.com',
]

let database: TestDatabase
let gateway: StartedGateway
let receiver: Receiver

useGateway(
  async (started) => {
    ;({ database, gateway } = started)
    receiver = await startReceiver()
  },
  { env: { LOG_LEVEL: 'trace' } },
)

afterAll(async () => {
  await receiver?.close()
})

function named(input: Json): Json {
  const [givenName, familyName, email, phone, requests, member, taxNumber, company, invoices] = CANARIES
  const name = { given_name: givenName, family_name: familyName }
  return {
    ...input,
    holder: { ...name, email, phone },
    guests: input.guests.map((guest: Json) => ({ ...guest, ...name })),
    special_requests: requests,
    loyalty: { program_id: 'SN', member_id: member },
    tax_registration_number: taxNumber,
    invoicing: {
      company_name: company,
      company_address: { address_lines: ['1 Strand'], city: 'London', country_code: 'GB' },
      email: invoices,
    },
  }
}

/** Every table of ours that has one of the words in any column. The suppliers' own books are not ours. */
async function tablesWithCanaries(): Promise<string[]> {
  const tables = await database.query(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss') AND tablename <> 'sandbox_records'
       AND NOT EXISTS (SELECT FROM pg_class WHERE relname = tablename AND relispartition)`,
  )
  const hits: string[] = []
  for (const { name } of tables) {
    const [{ count }] = await database.query(
      `SELECT count(*)::int AS count FROM ${name} AS entry WHERE entry::text ILIKE ANY ($1)`,
      [CANARIES.map((word) => `%${word}%`)],
    )
    if (count > 0) hits.push(name)
  }
  return hits
}

describe('the people of a booking', () => {
  it('are in no log line, no table as plain text, and no webhook; their partner alone reads them', {
    timeout: 180_000,
  }, async () => {
    const http = httpClient(gateway)
    const journey = httpJourney(gateway)
    await http.post('/webhooks/endpoints', { url: receiver.url })
    const told: string[] = []
    for (const [slug, fault] of [
      ['cancel-free', null],
      ['cancel-free', '500'],
      ['cancel-free', 'garbage'],
      ['refused', null],
    ] as const) {
      const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, slug))
      if (fault)
        await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation: 'book', fault, count: 1 })
      const key = randomUUID()
      const input = named(bookingInput(offer, 'INSTANT'))
      const booked = await journey.book(input, key)
      const changed = { ...input, holder: { ...input.holder, phone: '+442079460998' } }
      const conflict = await http.post('/hotels/book', changed, { 'idempotency-key': key })
      expect(conflict.body.details.differing_paths).toEqual(['holder.phone'])
      const { body } = await http.get(`/hotels/book/${booked.booking_id}/details`)
      expect(body.data.holder.family_name).toBe('Quagmire')
      told.push(JSON.stringify(booked), JSON.stringify(conflict.body))
    }
    const wrong = await http.post('/hotels/book', named({ guests: [] }), { 'idempotency-key': randomUUID() })
    expect(wrong.status).toBe(400)
    told.push(JSON.stringify(wrong.body))
    await receiver.waitFor(({ event }) => event.data.status === 'FAILED')
    const said = [...gateway.log, ...told, ...receiver.received.map(({ body }) => body)].join('\n')
    for (const word of CANARIES) expect(said).not.toContain(word)
    expect(await tablesWithCanaries()).toEqual([])
  })
})
