import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type ConsoleClient, makePerson, signIn } from '../../support/console-client.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { useGateway } from '../../support/use-gateway.ts'

/** What somebody of a partner may do again and again: it is bounded for all of theirs together, and fills no log that nobody deletes. */

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

function times(count: number, work: () => Promise<string | null>): Promise<(string | null)[]> {
  return Promise.all(Array.from({ length: count }, work))
}

async function person(name: string, organizationId = 'org_sandbox'): Promise<ConsoleClient> {
  await makePerson(database, { name, roles: ['partner_support'], organizationId })
  return signIn({ url: gateway.url, database, name })
}

describe('[22] a partner', () => {
  it('has twenty streams a person, however often the person signs in', async () => {
    const first = await person('streamer')
    const again = await signIn({ url: gateway.url, database, name: 'streamer' })
    // A stream that nobody holds is cancelled when it is collected.
    const held: Response[] = []
    async function stream({ cookie }: ConsoleClient, { signal }: AbortController): Promise<number> {
      const answer = await fetch(`${gateway.url}/portal/graphql/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console': '1', accept: 'text/event-stream', cookie },
        body: JSON.stringify({ query: 'subscription { news }' }),
        signal,
      })
      held.push(answer)
      return answer.status
    }
    const [leaving, staying] = [new AbortController(), new AbortController()]
    for (let count = 0; count < 20; count += 1) expect(await stream(first, leaving)).toBe(200)
    expect([await stream(first, staying), await stream(again, staying)]).toEqual([429, 429])
    leaving.abort()
    await until('room for another', async () => (await stream(again, staying)) === 200)
    staying.abort()
    expect(held.length).toBeGreaterThan(22)
  })

  it('is refused a field again and again for one entry of the audit log', async () => {
    const client = await person('insistent')
    const refused = await times(30, () => client.refusal('{ ownKeys { id } }'))
    expect([...new Set(refused)]).toEqual(['FORBIDDEN'])
    const entries = "SELECT 1 FROM audit_log WHERE action = 'console.refused' AND actor = 'partner:insistent'"
    await client.refusal('{ ownPeople { id } }')
    await until(
      'the other field',
      async () => (await database.query(`${entries} AND subject = 'Query.ownPeople'`)).length,
    )
    expect(await database.query(`${entries} AND subject = 'Query.ownKeys'`)).toHaveLength(1)
  })

  it('writes notes and sees guests within the points of its organization', async () => {
    await database.query(`UPDATE organizations SET rate_limits = '{"status": 3}' WHERE id = 'org_sandbox_default'`)
    const client = await person('scribbler', 'org_sandbox_default')
    const acts = [
      'mutation { noteBooking(id: "ubk_none", reason: "again and again") { rows } }',
      'mutation { unmaskBooking(id: "ubk_none", reason: "again and again") { rows } }',
      'mutation { searchGuests(text: "Nobody") { searched } }',
    ]
    for (const act of [...acts, ...acts]) await client.answer(act)
    for (const act of acts) expect(await client.refusal(act)).toBe('CONFLICT')
  })

  it('keeps no other one waiting with readings that Postgres is slow to answer', async () => {
    const [slow, other] = [await person('reader'), await person('bystander', 'org_sandbox_default')]
    const locker = new pg.Client({ connectionString: database.url })
    await locker.connect()
    try {
      await locker.query('BEGIN; LOCK TABLE booking_events IN ACCESS EXCLUSIVE MODE')
      const readings = times(60, () => slow.refusal('{ ownChanges(first: 1) { next } }'))
      const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'booking_events'::regclass"
      await until('readings that wait', async () => (await database.query(waiting)).length >= 5)
      for (let again = 0; again < 5; again += 1)
        expect(await other.refusal('{ ownAccount { suppliers { code } } }')).toBeNull()
      const note = 'mutation { noteBooking(id: "ubk_none", reason: "does not wait for them") { rows } }'
      expect(await slow.refusal(note)).toBe('NOT_FOUND')
      expect((await database.query(waiting)).length, 'the readings still wait').toBeGreaterThan(0)
      await locker.query('ROLLBACK')
      await readings
    } finally {
      await locker.end()
    }
  })

  it('looks for two guests at once', async () => {
    const client = await person('seeker')
    const found = await times(40, () => client.refusal('mutation { searchGuests(text: "Nobody") { searched } }'))
    expect(new Set(found)).toEqual(new Set([null, 'CONFLICT']))
    expect(await client.refusal('mutation { searchGuests(text: "Nobody") { searched } }')).toBeNull()
  })
})
