import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { HOUR_MS } from '../../src/domain/time.ts'
import type { Case, CaseFinding } from '../../src/store/cases.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { databaseTimeDuring, expectWithin } from '../support/database-time.ts'
import { openCore } from '../support/open-core.ts'

let database: TestDatabase
let core: Core

beforeAll(async () => {
  database = await createTestDatabase()
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
  await database?.drop()
})

function finding(changes: Partial<CaseFinding> = {}): CaseFinding {
  return {
    kind: 'UNSETTLED_CREATE',
    subject: 'ubk_1',
    organizationId: 'org_acme',
    bookingId: 'ubk_1',
    connectionId: null,
    atStake: { amountMinor: 42_963, currency: 'EUR' },
    dueAt: null,
    detail: { supplier: 'ratehawk' },
    ...changes,
  }
}

function listed(changes: Partial<Parameters<Core['store']['cases']['list']>[0]> = {}): Promise<Case[]> {
  return core.store.cases.list({
    kinds: null,
    organizationId: null,
    isOpen: true,
    takenBy: null,
    limit: 50,
    after: null,
    ...changes,
  })
}

async function onlyOpen(subject: string): Promise<Case> {
  const found = (await listed()).filter((one) => one.subject === subject)
  expect(found).toHaveLength(1)
  const [one] = found
  if (!one) throw new Error(`no open case of ${subject}`)
  return one
}

describe('[B5, B6] what needs a person is one open case', () => {
  it('for each kind and subject, however many processes open it at once; it says what was found last', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => core.store.cases.open(finding({ detail: { look: index } }))),
    )
    await core.store.cases.open(finding({ detail: { look: 9 }, atStake: null, dueAt: Date.parse('2027-01-01') }))
    expect(await onlyOpen('ubk_1')).toMatchObject({
      caseId: expect.stringMatching(/^case_[0-9A-Z]{20}$/),
      kind: 'UNSETTLED_CREATE',
      organizationId: 'org_acme',
      bookingId: 'ubk_1',
      seen: 9,
      detail: { look: 9 },
      atStake: null,
      dueAt: Date.parse('2027-01-01'),
    })
    await core.store.cases.open(finding({ kind: 'LOOK_FAILS' }))
    expect((await core.store.cases.openOf('ubk_1')).map(({ kind }) => kind)).toEqual(['UNSETTLED_CREATE', 'LOOK_FAILS'])
  })

  it('that keeps its soonest deadline, whatever is found later', async () => {
    const [soon, late] = [Date.parse('2027-01-01'), Date.parse('2027-02-01')]
    const about = { subject: 'ubk_due', bookingId: 'ubk_due' }
    for (const dueAt of [late, soon, late, null]) await core.store.cases.open(finding({ ...about, dueAt }))
    expect((await onlyOpen('ubk_due')).dueAt).toBe(soon)
  })

  it('that the system closes when its cause is gone, and opens as a new one when it comes back', async () => {
    await core.store.cases.open(finding({ subject: 'ubk_2', bookingId: 'ubk_2' }))
    await core.store.cases.settle(['REVIEW', 'LOOK_FAILS'], 'ubk_2', 'not of this kind')
    const { caseId, atStake } = await onlyOpen('ubk_2')
    expect(atStake).toEqual({ amountMinor: 42_963, currency: 'EUR' })
    await core.store.cases.settle(['UNSETTLED_CREATE', 'LOOK_FAILS'], 'ubk_2', 'the supplier has it')
    await core.store.cases.settle(['UNSETTLED_CREATE'], 'ubk_2', 'a second time changes nothing')
    expect(await core.store.cases.find(caseId)).toMatchObject({
      closedBy: 'system',
      closedAt: expect.any(Number),
      settledHow: 'the supplier has it',
      note: null,
    })
    await core.store.cases.open(finding({ subject: 'ubk_2', bookingId: 'ubk_2' }))
    expect((await onlyOpen('ubk_2')).caseId).not.toBe(caseId)
  })

  it('in the database’s time, whatever the process believes', async () => {
    core.deps.clock.setSkew(-HOUR_MS)
    const span = await databaseTimeDuring(database.query, () =>
      core.store.cases.open(finding({ subject: 'ubk_3', bookingId: 'ubk_3' })),
    )
    core.deps.clock.setSkew(0)
    const [opened] = await database.query(`SELECT opened_at FROM cases WHERE subject = 'ubk_3'`)
    expect(opened?.opened_at).toBeInstanceOf(Date)
    expectWithin(opened?.opened_at, span)
  })
})

describe('a case', () => {
  it('is taken by one of two operators at once, and closed only as it was read', async () => {
    await core.store.cases.open(finding({ subject: 'ubk_4', bookingId: 'ubk_4' }))
    const read = await onlyOpen('ubk_4')
    const taken = await Promise.all(['ada', 'bob'].map((who) => core.store.cases.take(read, `operator:${who}`)))
    const [winner, ...others] = taken.filter((one) => one !== null)
    expect(others).toEqual([])
    if (!winner) throw new Error('nobody has it')
    expect(await core.store.cases.close(read, 'operator:eve', 'it was read before somebody took it')).toBeNull()
    await core.store.cases.open(finding({ subject: 'ubk_4', bookingId: 'ubk_4' }))
    expect(await core.store.cases.close(winner, 'operator:ada', 'it was seen again meanwhile')).toBeNull()
    const now = await onlyOpen('ubk_4')
    expect(now.takenBy).toBe(winner.takenBy)
    expect(await core.store.cases.close(now, 'operator:ada', 'refunded')).toMatchObject({
      closedBy: 'operator:ada',
      note: 'refunded',
    })
    expect(await core.store.cases.take(now, 'operator:bob')).toBeNull()
    expect(await core.store.cases.close(now, 'operator:bob', 'twice')).toBeNull()
  })

  it('stands in the list by its deadline, then by its amount, and pages miss and repeat none', async () => {
    const organizationId = 'org_list'
    const soon = Date.parse('2027-02-01')
    const cases: [string, number | null, number | null][] = [
      ['ubk_small', soon, 100],
      ['ubk_large', soon, 90_000],
      ['ubk_later', soon + HOUR_MS, 500_000],
      ['ubk_never', null, 7],
      ['ubk_never_large', null, 70],
      ['ubk_unknown', null, null],
    ]
    for (const [subject, dueAt, minor] of cases)
      await core.store.cases.open(
        finding({
          organizationId,
          subject,
          bookingId: subject,
          dueAt,
          atStake: minor === null ? null : { amountMinor: minor, currency: 'USD' },
        }),
      )
    const walked: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Case[] = await listed({ organizationId, limit: 2, after })
      walked.push(...page.map(({ subject }) => subject))
      after = page.at(-1)?.caseId ?? null
      if (page.length < 2 || after === null) break
    }
    expect(walked).toEqual(['ubk_large', 'ubk_small', 'ubk_later', 'ubk_never_large', 'ubk_never', 'ubk_unknown'])
    expect(await listed({ organizationId, kinds: ['REVIEW'] })).toEqual([])
    expect(await listed({ organizationId, takenBy: 'operator:ada' })).toEqual([])
    expect(await listed({ organizationId, isOpen: false })).toEqual([])
  })
})

describe('the note of a case', () => {
  async function closed(subject: string, bookingId: string | null): Promise<string> {
    await core.store.cases.open(finding({ organizationId: 'org_gone', subject, bookingId }))
    const read = await onlyOpen(subject)
    await core.store.cases.close(read, 'operator:ada', 'Mrs Lovelace called')
    return read.caseId
  }

  it('is gone with the organization, whose dead deliveries need nobody any more; what is to be settled stays', async () => {
    const caseId = await closed('ubk_gone', 'ubk_gone')
    await core.store.cases.open(finding({ organizationId: 'org_gone', kind: 'DEAD_DELIVERIES', subject: 'whe_gone' }))
    await core.store.cases.open(finding({ organizationId: 'org_gone', subject: 'ubk_still' }))
    await core.store.organizationRecords.close('org_gone', core.deps.clock.real())
    expect(await core.store.cases.find(caseId)).toMatchObject({ note: null, closedBy: 'operator:ada' })
    expect((await listed({ organizationId: 'org_gone' })).map(({ subject }) => subject)).toEqual(['ubk_still'])
  })
})
