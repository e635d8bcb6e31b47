import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { forgetBookings } from '../../src/operations/operator/erasing/forget-bookings.ts'
import { forgetExpired } from '../../src/operations/operator/erasing/forget-expired.ts'
import { redactBooking } from '../../src/operations/operator/redact-booking.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { newTraveller, type Traveller, uniqueWord } from '../support/people.ts'
import { findWords } from '../support/personal-data.ts'
import { useGateway } from '../support/use-gateway.ts'

const TERMS = { guestsDays: 365, eventsDays: 90, attemptsDays: 90 }
const NEVER = { guestsDays: null, eventsDays: null, attemptsDays: null }

let database: TestDatabase
let gateway: StartedGateway
let core: Core

useGateway((started) => {
  ;({ database, gateway } = started)
})

beforeAll(async () => {
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
})

function dayAgo(days: number): string {
  return new Date(core.clock.real() - days * 86_400_000).toISOString().slice(0, 10)
}

/** A booking that is over, and whose guests left so many days ago. */
async function bookLongAgo(who: Traveller, slug: string, daysAgo: number): Promise<string> {
  const journey = httpJourney(gateway)
  const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, slug))
  const { booking_id: id } = await journey.book(who.fill(bookingInput(offer, 'INSTANT')), randomUUID())
  await database.query(
    `UPDATE bookings SET check_in_date = $2, check_out_date = $2, updated_at = updated_at - interval '1 hour' WHERE id = $1`,
    [id, dayAgo(daysAgo)],
  )
  return id
}

async function hasGuests(id: string): Promise<boolean> {
  const [row] = await database.query('SELECT guests_sealed FROM bookings WHERE id = $1', [id])
  return row?.guests_sealed !== null
}

describe('the terms of personal data', () => {
  it('forget guests so many days after check-out, confirmed stays too, and nobody before', {
    timeout: 180_000,
  }, async () => {
    const [old, stayed, recent] = [newTraveller(), newTraveller(), newTraveller()]
    const failed = await bookLongAgo(old, 'refused', 366)
    const confirmed = await bookLongAgo(stayed, 'confirm', 366)
    const young = await bookLongAgo(recent, 'refused', 364)
    expect(await forgetExpired(core.deps, NEVER)).toEqual({ guests: 0, events: 0, attempts: 0 })
    expect(await forgetExpired(core.deps, TERMS)).toMatchObject({ guests: 2 })
    expect(await findWords(core, [...old.words, ...stayed.words])).toEqual([])
    expect([await hasGuests(failed), await hasGuests(confirmed), await hasGuests(young)]).toEqual([false, false, true])
    const [entry] = await database.query("SELECT * FROM audit_log WHERE action = 'retention.forget'")
    expect(entry.actor).toBe('system')
    expect(entry.details.bookings.sort()).toEqual([failed, confirmed].sort())
  })

  it('leave a failed booking its guests while its supplier is asked whether it appears, also when they are to be erased', {
    timeout: 180_000,
  }, async () => {
    const who = newTraveller()
    const watched = await bookLongAgo(who, 'refused', 366)
    const actor = 'operator:ada'
    const setLook = "UPDATE bookings SET look_kind = 'AFTERMATH', look_at = gateway_now() + $2::interval WHERE id = $1"
    await database.query(setLook, [watched, '1 day'])
    await forgetExpired(core.deps, TERMS)
    expect(await redactBooking(core.deps, watched, actor)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/still asked/),
    })
    expect(await forgetBookings(core.deps, [watched], { actor, action: 'person.erase', evenIfToCome: true })).toEqual(
      [],
    )
    expect(await hasGuests(watched)).toBe(true)
    await database.query(setLook, [watched, null])
    expect(await redactBooking(core.deps, watched, actor)).toMatchObject({ ok: true })
    expect(await hasGuests(watched)).toBe(false)
  })

  it('forget what events and attempts tell of people by their own age, while the guests are still kept', {
    timeout: 180_000,
  }, async () => {
    const said = uniqueWord()
    const id = await bookLongAgo(newTraveller(), 'refused', 100)
    const tell = `UPDATE booking_events SET created_at = now() - interval '91 days',
      body = replace(body, '"hotel_contact_name":null', $2) WHERE booking_id = $1`
    await database.query(tell, [id, `"hotel_contact_name":"${said}"`])
    await database.query(
      "UPDATE booking_attempts SET started_at = now() - interval '91 days', detail = $2 WHERE booking_id = $1",
      [id, said],
    )
    expect((await findWords(core, [said])).map(({ column }) => column).sort()).toEqual([
      'booking_attempts.detail',
      'booking_events.body',
      'booking_events.body',
    ])
    expect(await forgetExpired(core.deps, TERMS)).toEqual({ guests: 0, events: 2, attempts: 1 })
    expect(await findWords(core, [said])).toEqual([])
    expect(await hasGuests(id)).toBe(true)
  })

  it('forget whom somebody wanted to invite, once that is decided or has lapsed', async () => {
    await database.query(
      `INSERT INTO console_proposals (id, action, subject, arguments, reason, proposed_by, created_at, expires_at, decided_at, decided_by, decision)
       SELECT id, 'user invite', id, jsonb_build_object('name', id, 'roles', 'viewer', 'email', id || '@colleague.example'),
         'is on call', 'operator:ada', now(), now() + hours * interval '1 hour', CASE WHEN decision IS NOT NULL THEN now() END,
         CASE WHEN decision IS NOT NULL THEN 'operator:grace' END, decision
       FROM (VALUES ('waits', 1, NULL), ('taken', 1, 'APPROVED'), ('refused', 1, 'REJECTED'), ('lapsed', -1, NULL)) AS made (id, hours, decision)`,
    )
    await forgetExpired(core.deps, NEVER)
    expect(await findWords(core, ['@colleague.example'])).toHaveLength(1)
    const kept = await database.query('SELECT arguments FROM console_proposals ORDER BY id DESC')
    expect(kept.map(({ arguments: given }) => given)).toEqual([
      { name: 'waits', roles: 'viewer', email: 'waits@colleague.example' },
      ...['taken', 'refused', 'lapsed'].map((name) => ({ name, roles: 'viewer' })),
    ])
  })

  it('forget where somebody was signed in 90 days after it had to end, also of whoever comes no more', async () => {
    await database.query(
      `INSERT INTO console_sessions (id, token_hash, user_id, signed_in_by, created_at, seen_at, expires_at)
       SELECT 'ses_' || days, sha256(days::text::bytea), (SELECT id FROM console_users LIMIT 1), 'link', now(), now(), now() - days * interval '1 day'
       FROM unnest('{89,91}'::int[]) AS days`,
    )
    await forgetExpired(core.deps, NEVER)
    expect(await database.query('SELECT id FROM console_sessions')).toEqual([{ id: 'ses_89' }])
  })

  it('forget thousands in batches, and leave a booking that nobody has settled to the operators, who see its age', {
    timeout: 180_000,
  }, async () => {
    const stuck = await bookLongAgo(newTraveller(), 'refused', 500)
    const columns = await database.query(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_name = 'bookings' AND column_name NOT IN ('id', 'supplier_reference')`,
    )
    await database.query(
      `INSERT INTO bookings (id, supplier_reference, ${columns[0].names})
       SELECT 'ubk_copy_' || n, 'COPY' || n, ${columns[0].names} FROM bookings, generate_series(1, 2500) AS n WHERE id = $1`,
      [stuck],
    )
    await database.query("UPDATE bookings SET status = 'PROCESSING', needs_operator = true WHERE id = $1", [stuck])
    const startedAt = performance.now()
    expect(await forgetExpired(core.deps, TERMS)).toMatchObject({ guests: 2_500 })
    console.log(`forgotten: ${Math.round(2_500 / ((performance.now() - startedAt) / 1_000))} bookings a second`)
    expect(await hasGuests(stuck)).toBe(true)
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    const age = Number(/gateway_personal_data_oldest_seconds{kind="guests"} (\S+)/.exec(metrics)?.[1])
    expect(age / 86_400).toBeGreaterThan(499)
    expect(age / 86_400).toBeLessThan(502)
  })
})
