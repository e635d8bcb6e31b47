import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERSON_COMMANDS } from '../../src/admin/people.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { NOT_PERSONAL_COLUMNS, NOT_PERSONAL_INPUTS, PERSONAL_FIELDS } from '../../src/domain/personal-data.ts'
import { admin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { newTraveller, type Traveller, uniqueWord } from '../support/people.ts'
import { findWords, leavesOf } from '../support/personal-data.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'
import { untilLogWhole } from '../support/whole-log.ts'

const ROOT = join(import.meta.dirname, '../..')
const WITHIN = { timeout: 180_000 }

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let stranger: HttpClient
let core: Core

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  stranger = await strangerTo(gateway)
})

beforeAll(async () => {
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
})

async function book(who: Traveller, slug: string, key: string = randomUUID(), by = gateway): Promise<Json> {
  const journey = httpJourney(by)
  const { offer } = await prebookRoom(journey, await scenarioHotel(by, slug))
  return journey.book(who.fill(bookingInput(offer, 'INSTANT')), key)
}

/** A booking that failed a while ago: a late word of its supplier can no longer be told of it. */
async function failLongAgo(who: Traveller, key: string = randomUUID(), by = gateway): Promise<Json> {
  const body = await book(who, 'refused', key, by)
  expect(body.status).toBe('FAILED')
  await setBack(body.booking_id)
  return body
}

async function setBack(bookingId: string): Promise<void> {
  await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [bookingId])
}

/** What the sandbox suppliers never say, but real ones, hotels and operators may. */
async function addWords(bookingId: string, said: string): Promise<void> {
  await database.query('UPDATE bookings SET hotel_confirmation = hotel_confirmation || $2 WHERE id = $1', [
    bookingId,
    { note: said, contactPhone: said, contactName: said },
  ])
  await database.query(
    `UPDATE booking_events SET body = replace(replace(replace(body, '"hotel_contact_name":null', $2),
       '"hotel_contact_phone":null', $3), '"hotel_confirmation_note":null', $4) WHERE booking_id = $1`,
    [
      bookingId,
      `"hotel_contact_name":"${said}"`,
      `"hotel_contact_phone":"${said}"`,
      `"hotel_confirmation_note":${JSON.stringify(`"quoted", \\ and ${said}`)}`,
    ],
  )
  await database.query('UPDATE booking_attempts SET detail = $2 WHERE booking_id = $1', [bookingId, `no ${said}`])
  await database.query(
    `INSERT INTO audit_log (actor, action, subject, details, created_at)
     SELECT 'operator', 'test', subject, $2::jsonb || details, now()
     FROM (VALUES ($1, '{}'::jsonb), ('case_' || $1, '{}'), ('sxg_' || $1, '{}'), ('gone', jsonb_build_object('bookingId', $1::text)))
       AS entry (subject, details)`,
    [bookingId, { note: `called ${said}`, reason: `asked for by ${said}` }],
  )
  await database.query(
    `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at, note)
     VALUES ('prp_' || $1, 'booking settle', $1, $2, $3, 'operator:ada', now(), now(), $3)`,
    [bookingId, { id: bookingId, found: 'absent', note: `called ${said}` }, `asked for by ${said}`],
  )
  await database.query(
    `INSERT INTO supplier_exchanges (id, connection_id, supplier_code, operation, outcome, why, share, request_id, booking_id, hotels,
       number, at, total_ms, request_bytes, request, pinned_at, pinned_by, pin_note)
     SELECT 'sxg_' || id, connection_id, supplier_code, 'retrieve', '200', 'ALWAYS', 1, 'r', id, '{}', 1, now(), 1, 1, '{}', now(), 'o', $2
     FROM bookings WHERE id = $1`,
    [bookingId, said],
  )
  await database.query(
    `INSERT INTO cases (id, kind, subject, booking_id, detail, opened_at, seen_at, closed_at, closed_by, note)
     VALUES ('case_' || $1, 'LOOK_FAILS', $1, $1, '{}', now(), now(), now(), 'operator:ada', $2)`,
    [bookingId, `called ${said}`],
  )
  await database.query(
    `UPDATE bookings SET supplier_told = supplier_told || jsonb_build_object('remarks', jsonb_build_array($2::text)) WHERE id = $1`,
    [bookingId, `The guest ${said} wants a quiet room.`],
  )
  await database.query(
    `INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_reference, email, text, due_at)
     SELECT connection_id, id, 'itinerary.message.received', supplier_reference, $2, $2, now() + interval '1 hour'
     FROM bookings WHERE id = $1`,
    [bookingId, said],
  )
}

async function run(verb: string, values: Readonly<Record<string, string | boolean>>): Promise<readonly Json[]> {
  const command = PERSON_COMMANDS.find((one) => one.verb === verb)
  if (!command) throw new Error(`no command person ${verb}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

describe('erasing a person', () => {
  it(
    'leaves none of the words in any column of the database, sealed or not, and keeps what was agreed',
    WITHIN,
    async () => {
      const who = newTraveller()
      const said = uniqueWord()
      const key = `trip-${uniqueWord()}`
      const body = await failLongAgo(who, key)
      const id: string = body.booking_id
      await addWords(id, said)
      const words = [...who.words, said, key]
      const before = await findWords(core, words)
      expect(new Set(before.map(({ word }) => word))).toEqual(new Set(words))

      expect(await admin(database, 'person', 'erase', '--email', who.email)).toMatchObject([
        { bookingId: id, erased: true },
      ])

      expect(await findWords(core, words)).toEqual([])
      const details = (await http.get(`/hotels/book/${id}/details`)).body.data
      expect(details).toMatchObject({
        status: 'FAILED',
        holder: null,
        guests: [],
        client_reference: null,
        metadata: {},
      })
      expect(details.price.total.amount_minor).toBeGreaterThan(0)
      await untilLogWhole(database)
      const { events } = (await http.get('/events?limit=100')).body.data
      const own = events.filter(({ data }: Json) => data.booking_id === id)
      expect(own.map(({ data }: Json) => data.sequence)).toEqual([1, 2])
      expect(own[0].data.booking.provider.hotel_confirmation_note).toBeNull()
    },
  )

  it('searches every field that a booking request has: a new one must be told of in domain/personal-data.ts', () => {
    const { components } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))
    const leaves = leavesOf(components.schemas.CreateBookingRequest)
    const known = [...PERSONAL_FIELDS.flatMap(({ inputs }) => inputs), ...NOT_PERSONAL_INPUTS]
    expect(leaves.sort()).toEqual(known.sort())
  })

  it('knows every column of a booking’s tables that could tell of a person', async () => {
    const columns = await database.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = ANY ($1)
         AND udt_name IN ('text', 'varchar', 'jsonb', 'json', 'bytea', '_text')`,
      [Object.keys(NOT_PERSONAL_COLUMNS)],
    )
    const known = [
      ...PERSONAL_FIELDS.map(({ column }) => column.split(' ')[0] ?? ''),
      ...Object.entries(NOT_PERSONAL_COLUMNS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ]
    expect(columns.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('shows ids and places only, and with --dry-run changes nothing', WITHIN, async () => {
    const who = newTraveller()
    const { booking_id: id } = await failLongAgo(who)
    const shown = await run('erase', { name: who.name, 'dry-run': true })
    expect(shown).toMatchObject([
      { bookingId: id, organizationId: 'org_sandbox', erasable: true, where: 'holder.name, guests[0]' },
    ])
    for (const one of who.words) expect(JSON.stringify(shown)).not.toContain(one)
    expect((await http.get(`/hotels/book/${id}/details`)).body.data.holder.email).toBe(who.email)
  })

  it(
    'refuses a booking whose stay is still to come, and says why; --force erases it all the same',
    WITHIN,
    async () => {
      const who = newTraveller()
      const { booking_id: id } = await book(who, 'cancel-free')
      const [refused] = await run('erase', { email: who.email })
      expect(refused).toMatchObject({ bookingId: id, erased: false })
      expect(refused.reason).toMatch(/^the booking is CONFIRMED until \d{4}-.*its guests are still needed; --force/)
      expect((await findWords(core, who.words)).length).toBeGreaterThan(0)
      expect(await run('erase', { email: who.email, force: true })).toMatchObject([{ bookingId: id, erased: true }])
      const left = await findWords(core, who.words)
      expect(new Set(left.map(({ column }) => column))).toEqual(new Set(['sandbox_records.body']))
      expect((await httpJourney(gateway).booking(id)).status).toBe('CONFIRMED')
    },
  )

  it('never forgets whom a supplier is still to be told of, --force or not', WITHIN, async () => {
    const who = newTraveller()
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold-short'))
    const { booking_id: id, status } = await journey.book(who.fill(bookingInput(offer, 'HOLD')), randomUUID())
    expect(status).toBe('AWAITING_REVIEW')
    const [refused] = await run('erase', { phone: who.phone, force: true })
    expect(refused).toMatchObject({ bookingId: id, erased: false, reason: expect.stringMatching(/decide it first/) })
    expect((await http.get(`/hotels/book/${id}/details`)).body.data.holder.email).toBe(who.email)
  })

  it('can be kept to one organization', WITHIN, async () => {
    const who = newTraveller()
    const apiKey = /with default limits: +(\S+)/.exec(gateway.log.join('\n'))?.[1] ?? ''
    const { booking_id: ours } = await failLongAgo(who)
    const { booking_id: theirs } = await failLongAgo(who, randomUUID(), { ...gateway, apiKey })
    expect(await run('erase', { email: who.email, organization: 'org_sandbox' })).toMatchObject([{ bookingId: ours }])
    const details = await stranger.get(`/hotels/book/${theirs}/details`)
    expect(details.body.data.holder.email).toBe(who.email)
    expect(await run('find', { phone: who.phone })).toMatchObject([{ bookingId: theirs }])
  })

  it('lets a request that is sent again book nothing, and is in the audit log without the person', WITHIN, async () => {
    const who = newTraveller()
    const journey = httpJourney(gateway)
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'refused'))
    const input = who.fill(bookingInput(offer, 'INSTANT'))
    const key = randomUUID()
    const { booking_id: id } = await journey.book(input, key)
    await setBack(id)
    await run('erase', { email: who.email })
    const again = await http.post('/hotels/book', input, { 'idempotency-key': key })
    expect(again).toMatchObject({ status: 404, body: { code: 'OFFER_NOT_FOUND' } })
    expect(await findWords(core, who.words)).toEqual([])
    const [entry] = await database.query('SELECT * FROM audit_log WHERE subject = $1', [id])
    expect(entry).toMatchObject({
      actor: 'operator:ada',
      action: 'person.erase',
      organization_id: 'org_sandbox',
      details: { bookings: [id], evenIfToCome: false },
    })
  })

  it.each([
    [{}, /^give --email, --phone or --name/],
    [{ phone: '12' }, /^--phone is not a telephone number/],
    [{ email: 'ada' }, /^--email is not an e-mail address/],
    [{ name: 'Ada', organization: 'org_nobody' }, /^no organization org_nobody/],
  ])('says in one line what was wrong with %j', async (values, message) => {
    await expect(run('erase', values)).rejects.toThrow(message)
  })
})
