import { describe, expect, it } from 'vitest'
import { makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

describe('[22] what cannot be undone', () => {
  const ERASE =
    'mutation { eraseOrganization(id: "org_gone", confirm: "org_gone", reason: "the partner has left us") { rows proposal { id action } } }'
  const APPROVE =
    'mutation ($id: ID!) { approveProposal(id: $id, reason: "seen their letter") { proposal { decidedBy } } }'

  it('is proposed by one and approved by another, and both names are kept', async () => {
    const [first, second] = [
      await signIn({ url: gateway.url, database }),
      await signIn({ url: gateway.url, database, name: 'sandbox-second' }),
    ]
    await first.ask(
      'mutation { createOrganization(id: "org_gone", name: "Gone", reason: "to be erased again") { rows } }',
    )
    const { eraseOrganization } = await first.ask(ERASE)
    expect(eraseOrganization).toMatchObject({ rows: [], proposal: { action: 'organization erase' } })
    const { id } = eraseOrganization.proposal
    expect(await database.query("SELECT 1 FROM organizations WHERE id = 'org_gone'")).toHaveLength(1)
    expect(await first.refusal(APPROVE, { id })).toBe('CONFLICT')
    const answers = await Promise.all([second.answer(APPROVE, { id }), second.answer(APPROVE, { id })])
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    const { auditEntries } = await second.ask(
      '{ auditEntries(action: "organization.erase*", first: 20) { items { action actor approvedBy } } }',
    )
    expect(auditEntries.items).toContainEqual({
      action: 'organization.erase.approve',
      actor: 'operator:sandbox-second',
      approvedBy: null,
    })
    expect(auditEntries.items).toContainEqual({
      action: 'organization.erase.propose',
      actor: 'operator:sandbox-operator',
      approvedBy: null,
    })
  })

  it('is not proposed without the id that it takes: approved, nothing would be done', async () => {
    const first = await signIn({ url: gateway.url, database })
    for (const confirm of ['', 'confirm: "org_sandbox_default", '])
      expect(
        await first.refusal(
          `mutation { eraseOrganization(id: "org_sandbox", ${confirm}reason: "they have left us") { proposal { id } } }`,
        ),
      ).toBe('BAD_INPUT')
    const { proposals } = await first.ask('{ proposals { subject } }')
    expect(proposals).not.toContainEqual({ subject: 'org_sandbox' })
  })

  it('is taken back by whoever has proposed it, and cannot be approved then', async () => {
    const first = await signIn({ url: gateway.url, database })
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    const { redactBooking } = await first.ask(
      'mutation { redactBooking(id: "ubk_any", reason: "the guest has asked") { proposal { id } } }',
    )
    const { id } = redactBooking.proposal
    const { rejectProposal } = await first.ask(
      'mutation ($id: ID!) { rejectProposal(id: $id, reason: "it was a mistake") { rows proposal { decision decidedBy } } }',
      { id },
    )
    expect(rejectProposal).toEqual({
      rows: [],
      proposal: { decision: 'REJECTED', decidedBy: 'operator:sandbox-operator' },
    })
    expect(await second.refusal(APPROVE, { id })).toBe('CONFLICT')
  })

  it('waits for a second person for twenty-four hours, and not a moment longer', async () => {
    const first = await signIn({ url: gateway.url, database })
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    const asked = 'mutation { redactBooking(id: "ubk_old", reason: "the guest has asked") { proposal { id } } }'
    const { id } = (await first.ask(asked)).redactBooking.proposal
    const [row] = await database.query(
      `UPDATE console_proposals SET created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day'
       WHERE id = $1 RETURNING extract(epoch FROM expires_at - created_at)::int / 3600 AS hours`,
      [id],
    )
    expect(row).toEqual({ hours: 24 })
    expect(await second.refusal(APPROVE, { id })).toBe('CONFLICT')
    expect((await second.ask('{ proposals { id } }')).proposals).not.toContainEqual({ id })
  })

  it('waits for a second person again when it could not be done', async () => {
    const first = await signIn({ url: gateway.url, database })
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    const asked =
      'mutation { eraseOrganization(id: "org_not_there", confirm: "org_not_there", reason: "a slip of the pen") { proposal { id } } }'
    const { id } = (await first.ask(asked)).eraseOrganization.proposal
    expect(await second.refusal(APPROVE, { id })).toBe('BAD_INPUT')
    const { proposals } = await second.ask('{ proposals { id decidedBy } }')
    expect(proposals).toContainEqual({ id, decidedBy: null })
    expect(await second.refusal(APPROVE.replace('approveProposal', 'rejectProposal'), { id })).toBeNull()
  })

  it('is not approved once its proposer may not do it any more, and is withdrawn with who is disabled', async () => {
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    async function proposedBy(name: string): Promise<string> {
      await makePerson(database, { name, roles: ['admin'] })
      const person = await signIn({ url: gateway.url, database, name })
      const asked = `mutation { rolesUser(id: "${name}", roles: "viewer", reason: "on call no more") { proposal { id } } }`
      return (await person.ask(asked)).rolesUser.proposal.id
    }
    const mover = await proposedBy('mover')
    await database.query("UPDATE console_users SET roles = '{support}' WHERE name = 'mover'")
    const { errors } = await second.answer(APPROVE, { id: mover })
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('operator:mover may not do this any more'),
      extensions: { code: 'CONFLICT' },
    })
    expect(await database.query("SELECT roles FROM console_users WHERE name = 'mover'")).toEqual([
      { roles: ['support'] },
    ])
    const leaver = await proposedBy('leaver')
    await second.ask('mutation { disableUser(id: "leaver", reason: "has left the company") { rows } }')
    const { proposals } = await second.ask('{ proposals(decided: true) { id decision decidedBy note } }')
    expect(proposals).toContainEqual({
      id: leaver,
      decision: 'REJECTED',
      decidedBy: 'operator:sandbox-second',
      note: 'Withdrawn: whoever has proposed it was disabled.',
    })
    expect(await second.refusal(APPROVE, { id: leaver })).toBe('CONFLICT')
  })

  /** Postgres lets nothing be written for which a condition is true, as long as `work` runs. */
  async function whileRefused(table: string, condition: string, work: () => Promise<void>): Promise<void> {
    await database.query(`CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused by the test'; END $$`)
    await database.query(`CREATE TRIGGER refuse_${table} BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_${table}()`)
    try {
      await work()
    } finally {
      await database.query(`DROP FUNCTION refuse_${table} CASCADE`)
    }
  }

  it('is approved and done at once, or neither, though nothing can be written after it has failed', async () => {
    const first = await signIn({ url: gateway.url, database })
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    await makePerson(database, { name: 'riser', roles: ['viewer'] })
    const asked = 'mutation { rolesUser(id: "riser", roles: "support", reason: "is on call") { proposal { id } } }'
    const { id } = (await first.ask(asked)).rolesUser.proposal
    await whileRefused('audit_log', "NEW.action = 'user.roles'", () =>
      whileRefused('console_proposals', 'NEW.decided_at IS NULL', async () => {
        expect(await second.refusal(APPROVE, { id })).toBe('INTERNAL_ERROR')
      }),
    )
    expect((await second.ask('{ proposals { id decision } }')).proposals).toContainEqual({ id, decision: null })
    await second.ask(APPROVE, { id })
    const { proposals } = await second.ask('{ proposals(decided: true) { id decision executedAt } }')
    expect(proposals).toContainEqual({ id, decision: 'APPROVED', executedAt: expect.any(String) })
  })

  it('is shown as not known to be done when it broke off after its approval, and is not done twice', async () => {
    const first = await signIn({ url: gateway.url, database })
    const second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
    const asked =
      'mutation { eraseOrganization(id: "org_sandbox", confirm: "org_sandbox", reason: "only to look") { proposal { id } } }'
    const { id } = (await first.ask(asked)).eraseOrganization.proposal
    await whileRefused('audit_log', "NEW.action = 'organization.erase.ask'", async () => {
      expect(await second.refusal(APPROVE, { id })).toBe('INTERNAL_ERROR')
    })
    const { proposals } = await second.ask('{ proposals { id decision executedAt } }')
    expect(proposals).toContainEqual({ id, decision: 'APPROVED', executedAt: null })
    expect(await second.refusal(APPROVE, { id })).toBe('CONFLICT')
  })
})
