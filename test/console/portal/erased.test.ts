import { describe, expect, it } from 'vitest'
import { type ConsoleClient, makeLink, makePerson, signIn } from '../../support/console-client.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StartedGateway } from '../../support/gateway.ts'
import { useGateway } from '../../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let partner: ConsoleClient

const ORGANIZATION = 'org_sandbox_default'

useGateway(async (started) => {
  ;({ database, gateway } = started)
  await makePerson(database, { name: 'leaver', roles: ['partner_admin'], organizationId: ORGANIZATION })
  await database.query(
    "UPDATE console_users SET email = 'lea@leaver.example', subject = 'https://id lea' WHERE name = $1",
    ['leaver'],
  )
  partner = await signIn({ url: gateway.url, database, name: 'leaver' })
})

async function erase(): Promise<void> {
  const [first, second] = [
    await signIn({ url: gateway.url, database }),
    await signIn({ url: gateway.url, database, name: 'sandbox-second' }),
  ]
  const asked = `mutation { eraseOrganization(id: "${ORGANIZATION}", confirm: "${ORGANIZATION}", reason: "they have left us") { proposal { id } } }`
  const { id } = (await first.ask(asked)).eraseOrganization.proposal
  await second.ask('mutation ($id: ID!) { approveProposal(id: $id, reason: "seen their letter") { rows } }', { id })
}

describe('[22] the people of an organization', () => {
  it('leave no secret of an address in the audit log, which nobody can erase', async () => {
    const made =
      'mutation { makeOwnEndpoint(url: "http://127.0.0.1:9/hooks?token=s3cr3t-of-theirs") { endpoint { id } } }'
    const { endpoint } = (await partner.ask(made)).makeOwnEndpoint
    const changed =
      'mutation ($id: ID!) { changeOwnEndpoint(endpointId: $id, url: "http://127.0.0.1:9/x?key=s3cr3t-of-now") { id } }'
    await partner.ask(changed, endpoint)
    const rows = await database.query('SELECT action, details::text AS told FROM audit_log WHERE subject = $1', [
      endpoint.id,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update'])
    expect(rows.filter(({ told }) => String(told).includes('s3cr3t'))).toEqual([])
    expect(rows.filter(({ told }) => String(told).includes('http://127.0.0.1:9/'))).toHaveLength(2)
  })

  it('have no way in once it is erased, and no address is kept of them', async () => {
    await erase()
    expect(await partner.refusal('{ ownPeople { name } }')).toBe('SIGNED_OUT')
    const { token } = await makeLink(database, 'leaver')
    const entered = await fetch(`${gateway.url}/portal/sign-in?link=${token}`, { redirect: 'manual' })
    expect(entered.headers.get('location')).toBe('/portal/?signed-out=link')
    const people = await database.query(
      'SELECT email, subject, disabled_at IS NULL AS "mayEnter" FROM console_users WHERE organization_id = $1',
      [ORGANIZATION],
    )
    expect(people).toEqual([{ email: null, subject: null, mayEnter: false }])
  })
})
