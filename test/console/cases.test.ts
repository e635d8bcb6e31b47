import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CASE_KINDS } from '../../src/domain/case.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import { KINDS } from '../../web/src/screens/cases/fields.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { useConsoleBookings } from '../support/use-console-bookings.ts'

let database: TestDatabase
let gateway: StartedGateway
let operator: ConsoleClient
let viewer: ConsoleClient
let reviewId: string
let bookingId: string

useConsoleBookings((made) => {
  ;({ database, gateway, operator, viewer, reviewId, bookingId } = made)
})

/** Opens a case as the gateway would; `dueIn` in seconds. */
async function openCase(kind: string, subject: string, dueIn: number | null = null): Promise<string> {
  const id = `case_${randomBytes(8).toString('hex')}`
  await database.query(
    `INSERT INTO cases (id, kind, subject, organization_id, due_at, detail, opened_at, seen_at)
     VALUES ($1, $2, $3, 'org_sandbox', now() + make_interval(secs => $4::float8), '{"found": "by the test"}', now(), now())`,
    [id, kind, subject, dueIn],
  )
  return id
}

async function signedIn(name: string, roles: readonly string[]): Promise<ConsoleClient> {
  await makePerson(database, { name, roles })
  return signIn({ url: gateway.url, database, name })
}

async function listOf(args: string, client = operator): Promise<Json[]> {
  return (await client.ask(`{ cases(first: 200${args}) { items { id kind dueAt takenBy takenUntil } } }`)).cases.items
}

async function count(query: string): Promise<number> {
  const [row] = await database.query(`SELECT count(*)::int AS count FROM ${query}`)
  return row?.['count']
}

const TAKE =
  'mutation ($id: String!, $force: Boolean) { takeCase(id: $id, force: $force, reason: "works on it") { rows } }'
const CLOSE =
  'mutation ($id: String!) { closeCase(id: $id, note: "the partner has been told", reason: "the partner has been told") { rows } }'

describe('[22] the queues of cases', () => {
  it('are in the order of their deadlines, and together are every open case', async () => {
    await openCase('DISCREPANCY', 'ubk_later', 7_200)
    await openCase('LOOK_FAILS', 'ubk_sooner', 60)
    await openCase('UNSETTLED_HOLD', 'ubk_over', -60)
    await openCase('DISCREPANCY', 'ubk_whenever')
    const reviews = await listOf(', queue: "REVIEWS"')
    const cases = await listOf(', queue: "CASES"')
    expect(new Set(reviews.map(({ kind }) => kind))).toEqual(new Set(['REVIEW']))
    expect(cases.map(({ kind }) => kind)).not.toContain('REVIEW')
    expect(reviews.length + cases.length).toBe(await count('cases WHERE closed_at IS NULL'))
    const due = cases.map(({ dueAt }) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt)))
    expect(due).toEqual(due.toSorted((one, other) => one - other))
    expect((await listOf(', queue: "CASES", overdue: true')).map(({ kind }) => kind)).toEqual(['UNSETTLED_HOLD'])
    expect((await listOf(', kind: "LOOK_FAILS"')).length).toBe(1)
    const first = (await operator.ask('{ cases(first: 2, queue: "CASES") { items { id } next } }')).cases
    const rest = await listOf(`, queue: "CASES", after: "${first.next}"`)
    expect([...first.items, ...rest].map(({ id }: Json) => id)).toEqual(cases.map(({ id }) => id))
  })

  it('refuse what is no queue, kind or page', async () => {
    for (const args of ['queue: "ALL"', 'kind: "WEATHER"', 'after: "ubk_1"', 'first: 1000'])
      expect(await operator.refusal(`{ cases(${args}) { next } }`)).toBe('BAD_INPUT')
    expect(await operator.refusal('{ case(id: "case_none") { id } }')).toBe('NOT_FOUND')
  })

  it('can be narrowed to every kind, each of which says why it is there', async () => {
    expect([...KINDS, 'REVIEW'].toSorted()).toEqual([...CASE_KINDS].toSorted())
    const { cases } = await viewer.ask('{ cases { items { kind why } } }')
    for (const { why } of cases.items) expect(why).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('show a review with its booking, and end it with the decision about that', async () => {
    const [review] = (await operator.ask('{ cases(queue: "REVIEWS") { items { id bookingId booking { status } } } }'))
      .cases.items
    expect(review).toMatchObject({ bookingId: reviewId, booking: { status: 'AWAITING_REVIEW' } })
    const CASE =
      '($id: ID!) { case(id: $id) { closedAt closedBy stands actions commands tried { title } done { title by } } }'
    const { case: before } = await operator.ask(`query ${CASE}`, { id: review.id })
    expect(before).toMatchObject({ closedAt: null, actions: ['TAKE'], tried: [], stands: expect.any(String) })
    expect(before.commands.join(' ')).toContain('booking review')
    expect(await operator.refusal(CLOSE, { id: review.id })).toBe('BAD_INPUT')
    await operator.ask(
      'mutation ($id: String!) { reviewBooking(id: $id, decision: "reject", reason: "the hold is too short") { rows } }',
      { id: reviewId },
    )
    const { case: after } = await operator.ask(`query ${CASE}`, { id: review.id })
    expect(after).toMatchObject({ closedBy: 'system', actions: [], commands: [] })
    expect(after.done).toContainEqual(expect.objectContaining({ by: 'operator:sandbox-operator' }))
    expect(await listOf(', queue: "REVIEWS"')).toEqual([])
  })

  it('tell what was tried at the supplier, and what it said last', async () => {
    const id = await openCase('DISCREPANCY', bookingId)
    await database.query('UPDATE cases SET booking_id = subject WHERE id = $1', [id])
    const { case: shown } = await viewer.ask(
      'query ($id: ID!) { case(id: $id) { actions detail tried { title outcome } } }',
      { id },
    )
    expect(shown).toEqual({
      actions: [],
      detail: { found: 'by the test' },
      tried: [{ title: 'CREATE', outcome: 'ACCEPTED' }],
    })
  })
})

describe('[22] a case that somebody takes', () => {
  it('is theirs when two take it at once: the other is told by whom', async () => {
    const id = await openCase('ONLY_AT_SUPPLIER', 'conn_race/1')
    const [ada, grace] = [await signedIn('ada-c', ['support']), await signedIn('grace-c', ['support'])]
    const answers = await Promise.all([ada, grace].map((client) => client.answer(TAKE, { id })))
    const [refused] = answers.flatMap(({ errors }) => errors ?? [])
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    const [{ takenBy, takenUntil }] = (await listOf(', kind: "ONLY_AT_SUPPLIER"')) as [Json]
    expect(takenBy).toMatch(/^operator:(ada|grace)-c$/)
    expect(Date.parse(takenUntil) - Date.now()).toBeGreaterThan(9 * MINUTE_MS)
    expect(refused.message).toMatch(/has taken it, until|somebody was faster/)
    const other = takenBy === 'operator:ada-c' ? grace : ada
    const again = await other.answer(TAKE, { id })
    expect(again.errors[0].message).toContain(`${takenBy} has taken it, until ${takenUntil}`)
    expect(await other.refusal(CLOSE, { id })).toBe('BAD_INPUT')
    expect(await listOf(', mine: true', other)).toEqual([])
  })

  it('is anybody’s again after ten minutes, unless it was taken anew meanwhile', async () => {
    const id = await openCase('ONLY_AT_SUPPLIER', 'conn_lapse/1')
    const [eve, bob] = [await signedIn('eve-c', ['support']), await signedIn('bob-c', ['support'])]
    async function actions(client: ConsoleClient): Promise<string[]> {
      return (await client.ask('query ($id: ID!) { case(id: $id) { actions } }', { id })).case.actions
    }
    await eve.ask(TAKE, { id })
    expect(await actions(bob)).toEqual(['TAKE_OVER'])
    await database.query("UPDATE cases SET taken_at = taken_at - interval '9 minutes' WHERE id = $1", [id])
    await eve.ask(TAKE, { id })
    await database.query("UPDATE cases SET taken_at = taken_at - interval '9 minutes' WHERE id = $1", [id])
    expect(await bob.refusal(TAKE, { id })).toBe('BAD_INPUT')
    await database.query("UPDATE cases SET taken_at = taken_at - interval '1 minute' WHERE id = $1", [id])
    expect(await actions(bob)).toEqual(['TAKE', 'CLOSE'])
    await bob.ask(TAKE, { id })
    expect(await eve.refusal(TAKE, { id })).toBe('BAD_INPUT')
    await eve.ask(TAKE, { id, force: true })
    await eve.ask(CLOSE, { id })
    const entries = await database.query(
      "SELECT actor, action FROM audit_log WHERE subject = $1 AND action NOT LIKE '%.ask' ORDER BY id",
      [id],
    )
    expect(entries).toEqual([
      { actor: 'operator:eve-c', action: 'case.take' },
      { actor: 'operator:bob-c', action: 'case.take' },
      { actor: 'operator:eve-c', action: 'case.take' },
      { actor: 'operator:eve-c', action: 'case.close' },
    ])
  })

  it('takes the role support', async () => {
    const id = await openCase('ONLY_AT_SUPPLIER', 'conn_role/1')
    expect(await viewer.refusal(TAKE, { id })).toBe('FORBIDDEN')
    expect(await viewer.refusal(CLOSE, { id })).toBe('FORBIDDEN')
  })
})
