import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRedisCache } from '../../src/cache/redis.ts'
import { createFailedKeyLimiter } from '../../src/operations/access/failed-key-limiter.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { isInNetworks } from '../../src/platform/networks.ts'
import { runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { makeKey } from '../support/keys.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway(
  (started) => {
    ;({ database, gateway } = started)
  },
  { env: { TRUSTED_PROXIES: '127.0.0.0/8' } },
)

/** As a client at `address` behind the proxy that this machine is to the gateway. */
function from(apiKey: string, address: string, path = '/hotels/filters'): Promise<HttpAnswer> {
  return httpClient({ url: gateway.url, apiKey }).get(path, { 'x-forwarded-for': address })
}

async function admin(...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await runAdmin(database, [...args, '--json'])
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)[0]
}

describe('a key that is bound to addresses', () => {
  it('is refused from anywhere else exactly as a key that nobody has', async () => {
    const key = await admin('key', 'create', '--organization=org_sandbox', '--addresses=203.0.113.0/24,2001:db8::1')
    expect((await from(key.apiKey, '203.0.113.7')).status).toBe(200)
    expect((await from(key.apiKey, '2001:db8::1')).status).toBe(200)
    const elsewhere = await from(key.apiKey, '203.0.114.7')
    const nobodys = await from(`hdg_sandbox_${randomBytes(32).toString('base64url')}`, '203.0.114.7')
    expect(elsewhere.status).toBe(401)
    const { request_id: _, ...refusal } = elsewhere.body
    const { request_id: __, ...other } = nobodys.body
    expect(refusal).toEqual(other)
    expect((await from(key.apiKey, '2001:db8::2')).status).toBe(401)
  })

  it('knows an IPv4 address in IPv6 spelling, and no network by half of its name', () => {
    expect(isInNetworks('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
    expect(isInNetworks('10.1.2.3', ['::ffff:10.1.2.3'])).toBe(true)
    expect(isInNetworks('10.1.2.3', ['10.1.2.30', '2001:db8::/32'])).toBe(false)
    expect(isInNetworks('no address', ['0.0.0.0/0'])).toBe(false)
  })
})

describe('a key that an operator rolls', () => {
  it('goes on beside the new one until the overlap ends, and a roll whose answer was lost leaves no unknown key', {
    timeout: 180_000,
  }, async () => {
    const old = await admin('key', 'create', '--organization=org_sandbox', '--scopes=search', '--expires-in-days=10')
    const lost = await admin('key', 'roll', `--id=${old.keyId}`)
    let found: Json
    const span = await databaseTimeDuring(database.query, async () => {
      found = await admin('key', 'roll', `--id=${old.keyId}`, '--overlap-seconds=600')
    })
    expect(found).toMatchObject({ follows: old.keyId, scopes: ['search'] })
    expect((await from(old.apiKey, '192.0.2.1')).status).toBe(200)
    expect((await from(found.apiKey, '192.0.2.1')).status).toBe(200)
    expect((await from(lost.apiKey, '192.0.2.1')).status).toBe(401)
    expectWithin(Date.parse(found.expiresAt) - 10 * 86_400_000, span)
    await database.query("UPDATE api_keys SET expires_at = expires_at - interval '601 seconds' WHERE id = $1", [
      old.keyId,
    ])
    await until('the old key to end', async () => (await from(old.apiKey, '192.0.2.1')).status === 401)
    expect((await from(found.apiKey, '192.0.2.1')).status).toBe(200)
  })
})

describe('a partner', () => {
  function of(apiKey: string): HttpClient {
    return httpClient({ url: gateway.url, apiKey })
  }
  async function make(scopes: readonly string[], organizationId: string): Promise<{ apiKey: string; keyId: string }> {
    await database.query('INSERT INTO organizations (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING', [
      organizationId,
    ])
    return makeKey(database, scopes, { organizationId })
  }

  it('rolls the own key, revokes the old one with the new one, and finds both in the audit log', {
    timeout: 180_000,
  }, async () => {
    const old = await make(['keys', 'search'], 'org_rolls')
    let rolled: Json
    const span = await databaseTimeDuring(database.query, async () => {
      rolled = await of(old.apiKey).post(`/keys/${old.keyId}/roll`)
    })
    expect(rolled).toMatchObject({ status: 201, body: { data: { key: { scopes: ['keys', 'search'] } } } })
    expect(rolled.headers.get('cache-control')).toBe('no-store')
    const { api_key: apiKey, key, old_key: ends } = rolled.body.data
    expectWithin(Date.parse(key.created_at), span)
    expectWithin(Date.parse(ends.expires_at) - 86_400_000, span)
    const listed = await of(apiKey).get('/keys')
    expect(listed.body.data.keys.map((one: Json) => [one.key_id, one.is_current])).toEqual([
      [old.keyId, false],
      [key.key_id, true],
    ])
    expect(JSON.stringify(listed.body)).not.toContain(apiKey)
    expect((await of(apiKey).post(`/keys/${old.keyId}/revoke`)).status).toBe(200)
    await until('the old key to be refused', async () => (await of(old.apiKey).get('/keys')).status === 401)
    const told = await database.query(
      "SELECT actor, action, subject FROM audit_log WHERE organization_id = 'org_rolls'",
    )
    expect(told).toEqual([
      { actor: `key:${old.keyId}`, action: 'key.roll', subject: old.keyId },
      { actor: `key:${key.key_id}`, action: 'key.revoke', subject: old.keyId },
    ])
  })

  it('gets no key that may more than the one that asks, and needs the scope', async () => {
    const keys = await make(['keys', 'search'], 'org_limits')
    const strong = await make(['search', 'bookings:write'], 'org_limits')
    const refused = { status: 403, body: { code: 'FORBIDDEN', details: { required_scope: 'bookings:write' } } }
    expect(await of(keys.apiKey).post(`/keys/${strong.keyId}/roll`)).toMatchObject(refused)
    expect(await of(keys.apiKey).post(`/keys/${keys.keyId}/roll`, { scopes: ['bookings:write'] })).toMatchObject(
      refused,
    )
    const less = await of(keys.apiKey).post(`/keys/${strong.keyId}/roll`, { scopes: ['search'] })
    expect(less.body.data.key.scopes).toEqual(['search'])
    expect(await of(strong.apiKey).get('/keys')).toMatchObject({
      status: 403,
      body: { details: { required_scope: 'keys' } },
    })
  })

  it('cannot lock itself out by accident: not by the last key, the own key, the wrong address or a lost answer', async () => {
    const own = await make(['keys'], 'org_careful')
    const client = of(own.apiKey)
    function issueOf({ status, body }: HttpAnswer): unknown[] {
      return [status, body.details?.issues?.[0]?.code]
    }
    expect(issueOf(await client.post(`/keys/${own.keyId}/revoke`))).toEqual([400, 'CURRENT_KEY'])
    expect(issueOf(await client.post(`/keys/${own.keyId}/revoke`, { allow_current: true }))).toEqual([400, 'LAST_KEY'])
    function bind(addresses: string[]) {
      return client.call('PATCH', `/keys/${own.keyId}`, { addresses })
    }
    expect(issueOf(await bind(['203.0.113.0/24']))).toEqual([400, 'EXCLUDES_CALLER'])
    expect(issueOf(await bind(['nowhere']))).toEqual([400, 'INVALID_NETWORK'])
    expect((await bind(['127.0.0.0/8'])).body.data.addresses).toEqual(['127.0.0.0/8'])
    expect(issueOf(await client.post(`/keys/${own.keyId}/roll`, { overlap_seconds: 0 }))[0]).toBe(400)
    const lost = await client.post(`/keys/${own.keyId}/roll`, { overlap_seconds: 60 })
    const found = await client.post(`/keys/${own.keyId}/roll`, { overlap_seconds: 60 })
    expect((await of(lost.body.data.api_key).get('/keys')).status).toBe(401)
    expect((await of(found.body.data.api_key).get('/keys')).body.data.keys).toHaveLength(2)
  })

  it('cannot revoke the one key that goes on while the others are about to end', async () => {
    const old = await make(['keys'], 'org_ending')
    const { api_key: apiKey, key } = (await of(old.apiKey).post(`/keys/${old.keyId}/roll`)).body.data
    function revoke(keyId: string) {
      return of(apiKey).post(`/keys/${keyId}/revoke`, { allow_current: true })
    }
    expect(await revoke(key.key_id)).toMatchObject({
      status: 400,
      body: { details: { issues: [{ code: 'LAST_KEY' }] } },
    })
    expect((await of(apiKey).get('/keys')).body.data.keys).toHaveLength(2)
    const longer = await make(['search'], 'org_ending')
    await database.query("UPDATE api_keys SET expires_at = gateway_now() + interval '25 hours' WHERE id = $1", [
      longer.keyId,
    ])
    expect((await revoke(key.key_id)).status).toBe(200)
    expect((await of(old.apiKey).post(`/keys/${longer.keyId}/revoke`)).status).toBe(400)
  })

  it('may revoke one of two keys that are both about to end: it takes nothing away that the other has not', async () => {
    const [one, other] = [await make(['keys'], 'org_both_end'), await make(['keys'], 'org_both_end')]
    await database.query(
      "UPDATE api_keys SET expires_at = gateway_now() + interval '1 hour' WHERE organization_id = 'org_both_end'",
    )
    expect((await of(one.apiKey).post(`/keys/${other.keyId}/revoke`)).status).toBe(200)
  })

  it('gets a key of the full term from an old key whose follower was itself rolled: its end is no term', async () => {
    const old = await make(['keys'], 'org_chain')
    const second = await of(old.apiKey).post(`/keys/${old.keyId}/roll`)
    const { api_key: apiKey, key } = second.body.data
    const third = await of(apiKey).post(`/keys/${key.key_id}/roll`, { overlap_seconds: 60 })
    expect(third.body.data.old_key.expires_at).not.toBeNull()
    const again = await of(old.apiKey).post(`/keys/${old.keyId}/roll`)
    expect(again.body.data.key.expires_at).toBeNull()
  })

  it('keeps one of two last keys that are revoked at the same moment', async () => {
    const [one, other] = [await make(['keys'], 'org_two'), await make(['keys'], 'org_two')]
    const answers = await Promise.all([
      of(one.apiKey).post(`/keys/${other.keyId}/revoke`),
      of(other.apiKey).post(`/keys/${one.keyId}/revoke`),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })
})

describe('guesses', () => {
  it.runIf(process.env['REDIS_URL'])('are counted over all processes, an address at a time', async () => {
    const prefix = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
    const options = { url: process.env['REDIS_URL'] ?? '', clock: createClock(), log: createLogger('silent') }
    const caches = [createRedisCache(options), createRedisCache(options)]
    const processes = caches.map((cache) => createFailedKeyLimiter(cache.limits, 'keys'))
    let taken = 0
    for (let turn = 0; turn < 200; turn += 1)
      for (const guesses of processes)
        if (guesses.take(prefix) === null) {
          taken += 1
          await guesses.tell(prefix)
        }
    expect(taken).toBeGreaterThanOrEqual(60)
    expect(taken).toBeLessThanOrEqual(60 + processes.length)
    expect(processes[0]?.take('198.51.100.77')).toBeNull()
    await Promise.all(caches.map((cache) => cache.close()))
  })
})
