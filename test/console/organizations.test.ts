import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let operator: ConsoleClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})
beforeAll(async () => {
  operator = await signIn({ url: gateway.url, database })
})

const LIST = `query ($named: String, $after: String, $first: Int) { organizations(named: $named, after: $after, first: $first) {
  items { id name listCurrency keys suppliers people sickEndpoints lastUsedAt } next } }`
const ONE = `query ($id: ID!) { organization(id: $id) { id name listCurrency rateLimitFactor voucherContact { name phone email }
  limits { rateClass limit remaining } suppliers { supplierCode connectionId enabled }
  keys { id prefix scopes addresses state lastUsedAt expiresAt rolledFrom } people { name roles } endpoints { id health } } }`

function act(mutation: string, values: Json): Promise<Json> {
  const given = Object.entries({ reason: 'asked for in ticket 4711', ...values })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
  return operator.ask(`mutation { ${mutation}(${given}) { rows proposal { id action } } }`)
}

async function one(id: string): Promise<Json> {
  return (await operator.ask(ONE, { id })).organization
}

describe('[22] the organizations', () => {
  it('are all there, page by page, with figures that equal the rows', async () => {
    await act('createOrganization', { id: 'org_zebra', name: 'Zebra Travel', listCurrency: 'EUR' })
    const items: Json[] = []
    for (let after: string | null = null; ; ) {
      const { organizations } = await operator.ask(LIST, { after, first: 1 })
      items.push(...organizations.items)
      after = organizations.next
      if (after === null) break
    }
    expect(items.map(({ id }) => id)).toEqual(
      (await admin(database, 'organization', 'list')).map((row) => row.organizationId),
    )
    for (const { id, keys, suppliers, people } of items) {
      const [row] = await database.query(
        `SELECT (SELECT count(*)::int FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL) AS keys,
          (SELECT count(*)::int FROM console_users WHERE organization_id = $1) AS people,
          ARRAY(SELECT supplier_code FROM organization_suppliers WHERE organization_id = $1 AND enabled ORDER BY 1) AS suppliers`,
        [id],
      )
      expect({ id, keys, suppliers, people }).toEqual({ id, ...row })
    }
    const found = await operator.ask(LIST, { named: 'zebra t' })
    expect(found.organizations.items.map(({ id }: Json) => id)).toEqual(['org_zebra'])
    const hostile = await operator.ask(LIST, { named: "%' OR true --" })
    expect(hostile.organizations.items).toEqual([])
  })

  it('show what a minute has used of each limit', async () => {
    const before = await one('org_sandbox')
    const { status } = await http.get('/master-data/nationalities')
    expect(status).toBe(200)
    const after = await one('org_sandbox')
    function used({ limits }: Json): number {
      const { limit, remaining } = limits.find(({ rateClass }: Json) => rateClass === 'static')
      return limit - remaining
    }
    expect(used(after)).toBeGreaterThan(used(before))
    expect(after.keys.some(({ lastUsedAt }: Json) => lastUsedAt !== null)).toBe(true)
  })

  it('are changed as by the command, and an unknown one is none', async () => {
    await act('setOrganization', {
      id: 'org_zebra',
      voucherContact: 'Zebra; +442079460100; help@zebra.example',
      rateLimit: 'book=7',
    })
    const changed = await one('org_zebra')
    expect(changed.voucherContact).toEqual({ name: 'Zebra', phone: '+442079460100', email: 'help@zebra.example' })
    expect(changed.limits.find(({ rateClass }: Json) => rateClass === 'book').limit).toBe(7)
    expect(await one('org_never')).toBeNull()
    expect(
      await operator.refusal(
        'mutation { setOrganization(id: "org_zebra", rateLimit: "book=x", reason: "ticket 4711 again") { rows } }',
      ),
    ).toBe('BAD_INPUT')
  })
})

describe('[22] a key of an organization', () => {
  it('is shown once, works, is rolled and revoked, and stands nowhere in clear', async () => {
    const made = (await act('createKey', { organization: 'org_zebra', scopes: 'search,keys', expiresInDays: '30' }))
      .createKey.rows[0]
    expect(made.apiKey).toMatch(/^hdg_/)
    const [key] = (await one('org_zebra')).keys
    expect(key).toMatchObject({ id: made.keyId, scopes: ['search', 'keys'], state: 'ACTIVE', lastUsedAt: null })
    expect(made.apiKey.startsWith(key.prefix)).toBe(true)
    const rolled = (await act('rollKey', { id: made.keyId, overlapSeconds: '60' })).rollKey.rows[0]
    const keys = (await one('org_zebra')).keys
    expect(keys.find(({ id }: Json) => id === rolled.keyId)).toMatchObject({ rolledFrom: made.keyId })
    await act('revokeKey', { id: made.keyId })
    expect((await one('org_zebra')).keys.find(({ id }: Json) => id === made.keyId).state).toBe('REVOKED')
    const audit = await database.query('SELECT details::text AS told FROM audit_log')
    const secrets = [made.apiKey, rolled.apiKey].map((shown: string) => shown.slice(-20))
    expect(audit.filter(({ told }) => secrets.some((secret) => told.includes(secret)))).toEqual([])
    expect(
      await database.query(
        "SELECT action FROM audit_log WHERE action LIKE 'key.%' AND details->>'reason' = 'asked for in ticket 4711'",
      ),
    ).toHaveLength(3)
  })
})

describe('[22] an organization', () => {
  it('loses and gets back a supplier, and somebody of it is invited', async () => {
    await act('disableSupplier', { organization: 'org_sandbox', supplier: 'liteapi' })
    const off = (await one('org_sandbox')).suppliers.find(({ supplierCode }: Json) => supplierCode === 'liteapi')
    expect(off.enabled).toBe(false)
    await act('enableSupplier', { organization: 'org_sandbox', supplier: 'liteapi' })
    await act('inviteUser', { organization: 'org_zebra', name: 'zoe', roles: 'partner_admin' })
    expect((await one('org_zebra')).people).toEqual([{ name: 'zoe', roles: ['partner_admin'] }])
  })

  it('is erased by two people only', async () => {
    const { eraseOrganization } = await act('eraseOrganization', { id: 'org_zebra', confirm: 'org_zebra' })
    expect(eraseOrganization).toMatchObject({ rows: [], proposal: { action: 'organization erase' } })
    expect((await one('org_zebra')).people).toHaveLength(1)
  })

  it('is looked at by viewers, changed by admins, and unknown to partners', async () => {
    await makePerson(database, { name: 'looking', roles: ['viewer'] })
    const viewer = await signIn({ url: gateway.url, database, name: 'looking' })
    expect((await viewer.ask(ONE, { id: 'org_sandbox' })).organization.id).toBe('org_sandbox')
    const document = 'mutation { createKey(organization: "org_sandbox", reason: "I would like one") { rows } }'
    expect((await viewer.answer(document)).errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', needs: ['admin'] })
    const partner = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
    expect(await partner.refusal(LIST)).toBe('FORBIDDEN')
    expect(await partner.refusal(ONE, { id: 'org_sandbox' })).toBe('FORBIDDEN')
  })
})
