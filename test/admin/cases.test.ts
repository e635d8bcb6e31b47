import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import type { CaseKind } from '../../src/domain/case.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

const BACKFILL = join(import.meta.dirname, '../../prisma/migrations/20261123020638_cases_of_today/migration.sql')

let database: TestDatabase
let core: Core
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

beforeAll(async () => {
  core = await openCore(database)
})

afterAll(async () => {
  await core?.close()
})

function run(name: string, values: Values = {}, who = 'ada'): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: `operator:${who}` })
}

/** A case as the core opens it, whose booking need not exist. */
async function opened(kind: CaseKind, subject: string): Promise<string> {
  await core.store.cases.open({
    kind,
    subject,
    organizationId: 'org_sandbox',
    bookingId: subject.startsWith('ubk_') ? subject : null,
    connectionId: null,
    atStake: { amountMinor: 42_963, currency: 'EUR' },
    dueAt: Date.parse('2027-05-01T10:00:00Z'),
    detail: {},
  })
  const found = (await run('case list', { kind })).find((one) => one['subject'] === subject)
  return String(found?.['caseId'])
}

function entriesOf(subject: string): Promise<Json[]> {
  return database.query('SELECT actor, action FROM audit_log WHERE subject = $1 ORDER BY id', [subject])
}

describe('case list', () => {
  it('shows deadline, amount and who has it, and is narrowed by kind, organization, state and owner', async () => {
    const caseId = await opened('CANCELLED_BY_SUPPLIER', 'ubk_listed')
    expect(await run('case list', { kind: 'cancelled_by_supplier' })).toMatchObject([
      {
        caseId,
        dueAt: '2027-05-01T10:00:00.000Z',
        atStake: '429.63 EUR',
        organizationId: 'org_sandbox',
        subject: 'ubk_listed',
        seen: 1,
        takenBy: null,
      },
    ])
    expect(await run('case list', { mine: true }, 'grace')).toEqual([])
    await run('case take', { id: caseId }, 'grace')
    expect(await run('case list', { mine: true }, 'grace')).toMatchObject([{ caseId, takenBy: 'operator:grace' }])
    await run('case close', { id: caseId, note: 'another room was found' }, 'grace')
    expect(await run('case list', { kind: 'CANCELLED_BY_SUPPLIER' })).toEqual([])
    expect(await run('case list', { kind: 'CANCELLED_BY_SUPPLIER,REVIEW', closed: true })).toMatchObject([
      { caseId, closedBy: 'operator:grace' },
    ])
    await expect(run('case list', { kind: 'WEATHER' })).rejects.toThrow(/^--kind is one or more of REVIEW, /)
    await expect(run('case list', { organization: 'org_typo' })).rejects.toThrow('no organization org_typo')
  })
})

describe('a case that an operator has taken', () => {
  it('is nobody else’s until it is taken over, and every step is in the audit log', async () => {
    const caseId = await opened('DISCREPANCY', 'ubk_taken')
    await run('case take', { id: caseId })
    await run('case take', { id: caseId })
    await expect(run('case take', { id: caseId }, 'bob')).rejects.toThrow(/^operator:ada has taken it/)
    await expect(run('case close', { id: caseId, note: 'x' }, 'bob')).rejects.toThrow(/^operator:ada has taken it/)
    await run('case take', { id: caseId, force: true }, 'bob')
    await run('case close', { id: caseId, note: 'agreed with the supplier: they refund 12.00' }, 'bob')
    expect(await entriesOf(caseId)).toEqual([
      { actor: 'operator:ada', action: 'case.take' },
      { actor: 'operator:bob', action: 'case.take' },
      { actor: 'operator:bob', action: 'case.close' },
    ])
    const [shown] = await run('case show', { id: caseId })
    expect(shown).toMatchObject({ note: 'agreed with the supplier: they refund 12.00', closedBy: 'operator:bob' })
    for (const verb of ['take', 'close'])
      await expect(run(`case ${verb}`, { id: caseId, note: 'x' })).rejects.toThrow(/was closed by operator:bob$/)
    await expect(run('case close', { id: 'case_none', note: 'x' })).rejects.toThrow('no case case_none')
  })
})

describe('[C-113] a case cannot be closed while its booking waits', () => {
  it('for a review: the command that decides it is named, and closing is possible after it', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const caseId = await opened('REVIEW', id)
    const refusal = `${id} awaits a review. What can be done:\n  booking show --id ${id}\n  booking review --id ${id} --decision approve|reject`
    await expect(run('case close', { id: caseId, note: 'x' })).rejects.toThrow(refusal)
    const [shown] = await run('case show', { id: caseId })
    expect(shown).toMatchObject({
      stands: `${id} awaits a review`,
      booking: { bookingId: id, status: 'AWAITING_REVIEW', attempts: [] },
      commands: [`booking show --id ${id}`, `booking review --id ${id} --decision approve|reject`],
    })
    expect(JSON.stringify(shown)).not.toMatch(/Lovelace|ada@example/)
    await run('booking review', { id, decision: 'reject' })
    const open = await run('case list', { kind: 'REVIEW' })
    if (open.some((one) => one['caseId'] === caseId)) await run('case close', { id: caseId, note: 'decided' })
    const [after] = await run('case show', { id: caseId })
    expect(after).toMatchObject({
      closedAt: expect.any(String),
      commands: [],
      stands: null,
      done: expect.arrayContaining([expect.objectContaining({ action: 'booking.review.reject' })]),
    })
  })

  it('[B6] for an operator, who is told what they may have found out; while the supplier is asked nobody can', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'book-lost', 'INSTANT')
    const caseId = await opened('UNSETTLED_CREATE', id)
    await expect(run('case close', { id: caseId, note: 'x' })).rejects.toThrow(
      `${id} is PROCESSING: the supplier is still being asked, and its answer has to be awaited`,
    )
    await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [id])
    await expect(run('case close', { id: caseId, note: 'x' })).rejects.toThrow(
      `booking settle --id ${id} --found confirmed|absent --note "…"`,
    )
    expect((await run('review list')).map(({ bookingId }) => bookingId)).toContain(id)
  })

  it('[A2] for a late answer: its case outlives what the booking waited for, until a person has told the partner', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    const caseId = await opened('LATE_CANCELLATION', id)
    await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [id])
    await expect(run('case close', { id: caseId, note: 'x' })).rejects.toThrow('--found confirmed|lapsed')
    await run('booking settle', { id, found: 'lapsed', note: 'it is gone' })
    expect(await run('case show', { id: caseId })).toMatchObject([
      { stands: null, commands: [`booking show --id ${id}`] },
    ])
    expect(await run('case close', { id: caseId, note: 'the partner knows' })).toMatchObject([{ caseId }])
  })

  it('[B4] for a hold that is over, which an operator settles as lapsed without its having failed', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    const caseId = await opened('UNSETTLED_HOLD', id)
    await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [id])
    await expect(run('case close', { id: caseId, note: 'x' })).rejects.toThrow('--found confirmed|lapsed')
    await expect(run('booking settle', { id, found: 'absent', note: 'x' })).rejects.toThrow(
      'the outcome of HOLD can be: confirmed, lapsed',
    )
    expect(await run('booking settle', { id, found: 'lapsed', note: 'they released it' })).toMatchObject([
      { status: 'CANCELLED' },
    ])
    expect(await httpJourney(gateway).booking(id)).toMatchObject({ status: 'CANCELLED', failure: null })
  })
})

describe('bookings that waited for a person before there were cases', () => {
  it('have the case that they would have today, and `review list` names the same bookings', async () => {
    const review = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const hold = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    await database.query('UPDATE bookings SET needs_operator = true WHERE id = $1', [hold.booking_id])
    await database.query('DELETE FROM cases')
    const [statement] = (await readFile(BACKFILL, 'utf8')).split(';')
    await database.query(statement ?? '')
    await database.query(statement ?? '')
    const cases = await run('case list')
    expect(cases).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          caseId: expect.stringMatching(/^case_[0-9A-F]{20}$/),
          kind: 'REVIEW',
          subject: review.booking_id,
          dueAt: expect.any(String),
          atStake: expect.stringMatching(/^\d+\.\d\d [A-Z]{3}$/),
        }),
        expect.objectContaining({ kind: 'UNSETTLED_HOLD', subject: hold.booking_id, dueAt: null }),
      ]),
    )
    const waiting = await run('review list')
    expect(new Set(cases.map(({ subject }) => subject))).toEqual(new Set(waiting.map(({ bookingId }) => bookingId)))
  })
})
