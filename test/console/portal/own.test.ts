import { describe, expect, it } from 'vitest'
import { type ConsoleClient, makePerson, signIn } from '../../support/console-client.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { bookScenario, httpJourney, londonSearch } from '../../support/journey.ts'
import { until } from '../../support/until.ts'
import { useGateway } from '../../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let own: ConsoleClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  own = await signIn({ url: gateway.url, database, name: 'sandbox-partner' })
})

async function as(name: string, roles: readonly string[]): Promise<ConsoleClient> {
  await makePerson(database, { name, roles, organizationId: 'org_sandbox' })
  return signIn({ url: gateway.url, database, name })
}

describe('[22] the steps of the portal', () => {
  async function done(): Promise<readonly string[]> {
    const { ownSteps } = await own.ask('{ ownSteps { step doneAt } }')
    return ownSteps
      .filter(({ doneAt }: { doneAt: unknown }) => doneAt !== null)
      .map(({ step }: { step: string }) => step)
  }

  it('are done when the organization has really done them', async () => {
    expect(await done()).toEqual([])
    await http.get('/me')
    await until('the key’s use', async () => ((await done()).includes('KEY_USED') ? true : null))
    expect(await done()).toEqual(['KEY_USED'])
    expect((await http.post('/hotels/search', londonSearch({ limit: 1 }))).body).toMatchObject({ success: true })
    await until('the first search', async () => ((await done()).includes('SEARCHED') ? true : null))
    const [first] = await database.query("SELECT first_searched_at AS at FROM organizations WHERE id = 'org_sandbox'")
    await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    expect(await done()).toEqual(['KEY_USED', 'SEARCHED', 'BOOKED'])
    const [later] = await database.query("SELECT first_searched_at AS at FROM organizations WHERE id = 'org_sandbox'")
    expect(later).toEqual(first)
  })
})

describe('[22] what the portal tells', () => {
  it('of limits is what `me` tells', async () => {
    const { body } = await http.get('/me')
    const { ownAccount } = await own.ask(
      '{ ownAccount { id name environment listCurrency suppliers { code } limits { rateClass limit windowSeconds } } }',
    )
    const { organization_id: id, organization_name: name, environment, list_currency: listCurrency } = body.data
    expect(ownAccount).toEqual({
      id,
      name,
      environment,
      listCurrency,
      suppliers: body.data.suppliers.map((one: { supplier_code: string }) => ({ code: one.supplier_code })),
      limits: body.data.limits.map((one: { rate_class: string; limit: number; window_seconds: number }) => ({
        rateClass: one.rate_class,
        limit: one.limit,
        windowSeconds: one.window_seconds,
      })),
    })
  })

  it('of recent requests is what the events say, newest first and page by page', async () => {
    // A transaction's number is no text, of which 99 comes after 100.
    await database.query(
      `UPDATE booking_events SET xid = placed.xid::text::xid8 FROM (
        SELECT id, (ARRAY[99, 100])[row_number() OVER (ORDER BY position)] AS xid FROM booking_events
        WHERE organization_id = 'org_sandbox' AND request_id IS NOT NULL ORDER BY position LIMIT 2
      ) placed WHERE placed.id = booking_events.id`,
    )
    const rows = await database.query(
      "SELECT id FROM booking_events WHERE organization_id = 'org_sandbox' AND request_id IS NOT NULL ORDER BY xid DESC, position DESC",
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    const seen: string[] = []
    let after: string | null = null
    do {
      const { ownChanges } = await own.ask(
        'query ($after: String) { ownChanges(after: $after, first: 1) { items { id } next } }',
        {
          after,
        },
      )
      seen.push(...ownChanges.items.map(({ id }: { id: string }) => id))
      after = ownChanges.next
    } while (after !== null)
    expect(seen).toEqual(rows.map(({ id }) => id))
    expect(await own.refusal('{ ownChanges(after: "0 OR 1=1") { next } }')).toBe('BAD_INPUT')
  })
})

describe('[22] what is done in the portal', () => {
  it('moves the clock that the routes move, for keys as for people', async () => {
    await own.ask('mutation { moveOwnClock(advanceSeconds: 3600) { clock { offsetSeconds } } }')
    const moved = await http.post('/sandbox/clock', { advance_seconds: 60 })
    expect(moved.body.data.offset_seconds).toBe(3_660)
    expect((await own.ask('{ ownSandbox { clock { offsetSeconds } } }')).ownSandbox.clock.offsetSeconds).toBe(3_660)
    const { errors } = await own.answer('mutation { moveOwnClock(advanceSeconds: -1) { clock { now } } }')
    expect(errors[0].extensions).toMatchObject({
      code: 'BAD_INPUT',
      field: 'advanceSeconds',
      problem: { code: 'VALIDATION_ERROR', documentation: '/docs/errors#validation_error' },
    })
    await own.ask('mutation { resetOwnClock { clock { offsetSeconds } } }')
  })

  it('is in the audit log with the person, also where a key’s request is not', async () => {
    const made = await own.ask(
      'mutation { makeOwnEndpoint(url: "http://127.0.0.1:9/x") { endpoint { id } signingSecret } }',
    )
    const { endpoint, signingSecret } = made.makeOwnEndpoint
    await own.ask('mutation ($id: ID!) { rotateOwnSecret(endpointId: $id) { signingSecret } }', { id: endpoint.id })
    await own.ask('mutation ($id: ID!) { changeOwnEndpoint(endpointId: $id, enabled: false) { enabled } }', endpoint)
    await own.ask('mutation ($id: ID!) { deleteOwnEndpoint(endpointId: $id) }', endpoint)
    const rows = await database.query(
      'SELECT action, actor, details::text AS told FROM audit_log WHERE subject = $1 ORDER BY id',
      [endpoint.id],
    )
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual(
      ['create', 'rotate-secret', 'update', 'delete'].map((verb) => [`webhook.${verb}`, 'partner:sandbox-partner']),
    )
    expect(rows.filter(({ told }) => String(told).includes(signingSecret))).toEqual([])
  })

  it('takes points of the same limits as a key’s requests, and says when they are used up', async () => {
    const developer = await as('hurried', ['partner_developer'])
    const stranger = 'mutation { moveOwnClock(advanceSeconds: 0) { clock { now } } }'
    await database.query(`UPDATE organizations SET rate_limits = '{"sandbox": 2}' WHERE id = 'org_sandbox'`)
    const told = await until('a refusal', async () => {
      const { errors } = await developer.answer(stranger)
      return errors?.[0].extensions ?? null
    })
    expect(told).toMatchObject({ code: 'CONFLICT', rateClass: 'sandbox', retryAfterSeconds: expect.any(Number) })
    expect((await http.post('/sandbox/clock', { advance_seconds: 0 })).status).toBe(429)
    await database.query(`UPDATE organizations SET rate_limits = '{}' WHERE id = 'org_sandbox'`)
  })
})

describe('[22] the people of an organization', () => {
  const DISABLE = 'mutation ($id: ID!) { disableOwnPerson(id: $id) { disabledAt } }'

  async function idOf(name: string): Promise<string> {
    const [row] = await database.query('SELECT id FROM console_users WHERE name = $1', [name])
    return String(row?.id)
  }

  it('are never left without an admin: of two who disable each other, one is left', async () => {
    const [one, two] = [await as('admin-one', ['partner_admin']), await as('admin-two', ['partner_admin'])]
    const [first, second] = [await idOf('admin-one'), await idOf('admin-two')]
    const answers = await Promise.all([one.refusal(DISABLE, { id: second }), two.refusal(DISABLE, { id: first })])
    expect(answers.filter((code) => code === null)).toHaveLength(1)
    const left = await database.query('SELECT 1 FROM console_users WHERE id = ANY($1) AND disabled_at IS NULL', [
      [first, second],
    ])
    expect(left).toHaveLength(1)
  })

  it('change nobody’s rights but others’, and who is disabled is out at once', async () => {
    const colleague = await as('leaver', ['partner_support'])
    expect(await own.refusal(DISABLE, { id: await idOf('sandbox-partner') })).toBe('CONFLICT')
    expect(
      await own.refusal('mutation ($id: ID!) { setOwnPersonRoles(id: $id, roles: ["admin"]) { id } }', {
        id: await idOf('leaver'),
      }),
    ).toBe('BAD_INPUT')
    await own.ask('{ viewer { name } }')
    expect(await colleague.refusal('{ viewer { name } }')).toBeNull()
    await own.ask(DISABLE, { id: await idOf('leaver') })
    expect(await colleague.refusal('{ viewer { name } }')).toBe('SIGNED_OUT')
  })

  it('do not learn who is elsewhere: a taken name is refused without saying whose it is', async () => {
    const { errors } = await own.answer(
      'mutation { inviteOwnPerson(name: "sandbox-operator", roles: ["partner_support"]) { signInPath } }',
    )
    expect(errors[0].message).toBe('Choose another name.')
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_INPUT', field: 'name' })
  })
})
