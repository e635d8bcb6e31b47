import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { makeKey } from '../support/keys.ts'
import { useGateway } from '../support/use-gateway.ts'

/** The clock and the faults of an organization: a key needs a scope for them, and nobody can push them out of range. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

const LEVERS: readonly (readonly [path: string, body: Json])[] = [
  ['/sandbox/clock', { advance_seconds: 0 }],
  ['/sandbox/faults', { supplier_code: 'liteapi', operation: 'describe_hotel', fault: 'slow' }],
]
const DEFAULT_SCOPES = ['search', 'bookings:read', 'bookings:write', 'webhooks']

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

async function clientWith(scopes: readonly string[], organizationId = 'org_sandbox'): Promise<HttpClient> {
  const { apiKey } = await makeKey(database, scopes, { organizationId })
  return httpClient({ url: gateway.url, apiKey })
}

describe.each(LEVERS)('%s', (path, body) => {
  it('refuses a key without the scope sandbox, whatever else it may do', async () => {
    const client = await clientWith([...DEFAULT_SCOPES, 'bookings:review'])
    const refused = await client.post(path, body)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { required_scope: 'sandbox' } },
    })
  })

  it('takes a key that has the scope and nothing else, and says what is left of its rate', async () => {
    const client = await clientWith(['sandbox'])
    const { status, headers } = await client.post(path, body)
    expect(status).toBe(200)
    expect(headers.get('ratelimit')).toMatch(/^"sandbox";r=\d+;t=\d+$/)
  })

  it('is limited by a class of its own, which leaves the others alone', async () => {
    const organizationId = `org_levers_${path.slice(-5)}`
    await database.query('INSERT INTO organizations (id, name) VALUES ($1, $1)', [organizationId])
    const client = await clientWith(['sandbox', ...DEFAULT_SCOPES], organizationId)
    const answers = await Promise.all(Array.from({ length: 70 }, () => client.post(path, body)))
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(10)
    expect(limited[0]?.body).toMatchObject({ code: 'RATE_LIMITED', details: { rate_class: 'sandbox' } })
    expect((await client.get('/hotels/bookings')).status).toBe(200)
  })
})

describe('the clock', () => {
  it('cannot be pushed further than ten years ahead in all: what is beyond is refused, and nothing has moved', async () => {
    const before = (await http.post('/sandbox/clock', { advance_seconds: 0 })).body.data.offset_seconds
    // The same as many steps of a year would do.
    await database.query(`UPDATE sandbox_clocks SET offset_ms = offset_ms + 9.5 * 365 * 86400000::bigint`)
    const refused = await http.post('/sandbox/clock', { advance_seconds: 366 * 86_400 })
    expect(refused.status).toBe(400)
    expect(faultyPaths(refused)).toEqual(['advance_seconds'])
    const [row] = await database.query(
      "SELECT offset_ms::float8 AS ms FROM sandbox_clocks WHERE organization_id = 'org_sandbox'",
    )
    await database.query('UPDATE sandbox_clocks SET offset_ms = $1, resets = resets + 1', [before * 1_000])
    expect(row.ms).toBe(before * 1_000 + 9.5 * 365 * 86_400_000)
  })

  it('goes back to real time by a reset, which is a request of its own', async () => {
    await http.post('/sandbox/clock', { advance_seconds: 3_600 })
    for (const body of [{ reset: true, advance_seconds: 1 }, { reset: false }, {}])
      expect(await http.post('/sandbox/clock', body)).toMatchObject({ status: 400 })
    const from = Date.now()
    const { data } = (await http.post('/sandbox/clock', { reset: true })).body
    expect(data.offset_seconds).toBe(0)
    expect(Date.parse(data.now)).toBeGreaterThanOrEqual(from - 1)
    expect(Date.parse(data.now)).toBeLessThanOrEqual(Date.now() + 1)
  })
})

describe('a fault', () => {
  it('for a supplier that there is none of is refused', async () => {
    const refused = await http.post('/sandbox/faults', { supplier_code: 'nobody', operation: 'book', fault: '500' })
    expect(refused.status).toBe(400)
    expect(faultyPaths(refused)).toEqual(['supplier_code'])
  })

  it('that is one too many pushes out the oldest of its organization: no more than 1,000 of each wait', async () => {
    await database.query(
      `INSERT INTO sandbox_faults (organization_id, supplier_code, operation, fault, remaining)
       SELECT org, 'liteapi', 'describe_hotel', 'slow', 1 FROM generate_series(1, 1500), unnest('{org_sandbox,org_b}'::text[]) org`,
    )
    const fault = { supplier_code: 'liteapi', operation: 'describe_hotel', fault: '429' }
    expect((await http.post('/sandbox/faults', fault)).status).toBe(200)
    const rows = await database.query(
      "SELECT fault FROM sandbox_faults WHERE organization_id = 'org_sandbox' ORDER BY id",
    )
    expect(rows).toHaveLength(1_000)
    expect(rows.at(-1).fault).toBe('429')
    const [others] = await database.query(
      "SELECT count(*)::int AS count FROM sandbox_faults WHERE organization_id = 'org_b'",
    )
    expect(others.count).toBe(1_500)
    expect((await http.post('/sandbox/faults', { reset: true })).body.data).toEqual({ cleared: 1_000 })
  })
})

describe('keys that were there before the scope', () => {
  it('keep the levers when they had every scope of the default, and no other does', async () => {
    const [whole, part] = [await makeKey(database, DEFAULT_SCOPES), await makeKey(database, ['search', 'webhooks'])]
    const { readFile } = await import('node:fs/promises')
    const migration = new URL('../../prisma/migrations/20261122100300_sandbox_scope/migration.sql', import.meta.url)
    await database.query(await readFile(migration, 'utf8'))
    async function scopes(keyId: string): Promise<string[]> {
      return (await database.query('SELECT scopes FROM api_keys WHERE id = $1', [keyId]))[0].scopes
    }
    expect(await scopes(whole.keyId)).toEqual([...DEFAULT_SCOPES, 'sandbox'])
    expect(await scopes(part.keyId)).toEqual(['search', 'webhooks'])
  })
})
