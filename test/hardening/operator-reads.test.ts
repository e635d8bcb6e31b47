import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { newTraveller, type Traveller } from '../support/people.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let core: Core
let gateway: StartedGateway
let folder: string
let traveller: Traveller
let bookingId: string

useGateway((started) => {
  ;({ database, gateway } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  folder = await mkdtemp(join(tmpdir(), 'operator-reads-'))
  traveller = newTraveller()
  const journey = httpJourney(gateway)
  const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'refused'))
  bookingId = (await journey.book(traveller.fill(bookingInput(offer, 'INSTANT')), randomUUID())).booking_id
  await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [bookingId])
})

afterAll(async () => {
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

function run(name: string, values: Values): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

/** What a command left in the log. */
async function entriesOf(work: () => Promise<unknown>): Promise<Json[]> {
  const [last] = await database.query('SELECT coalesce(max(id), 0) AS id FROM audit_log')
  await work()
  return database.query(
    'SELECT actor, action, subject, organization_id, details FROM audit_log WHERE id > $1 ORDER BY id',
    [last.id],
  )
}

describe('an operator who reads what is known of people', () => {
  it('is in the audit log for an organization that was exported, before the file has a line', async () => {
    const to = join(folder, 'all.ndjson')
    const entries = await entriesOf(() => run('organization export', { id: 'org_sandbox', to }))
    expect(entries).toEqual([
      {
        actor: 'operator:ada',
        action: 'organization.export',
        subject: 'org_sandbox',
        organization_id: 'org_sandbox',
        details: { to },
      },
    ])
    expect(await readFile(to, 'utf8')).toContain('"organization.export"')
  })

  it('is in the audit log for a person who was looked for, with the bookings and without the person', async () => {
    const { email, name } = traveller
    const find = await entriesOf(() => run('person find', { email, name, organization: 'org_sandbox' }))
    expect(find).toEqual([
      {
        actor: 'operator:ada',
        action: 'person.find',
        subject: 'org_sandbox',
        organization_id: 'org_sandbox',
        details: { by: ['email', 'name'], found: 1, bookings: [bookingId] },
      },
    ])
    const preview = await entriesOf(() => run('person erase', { email: 'nobody@example.com', 'dry-run': true }))
    expect(preview).toMatchObject([
      { action: 'person.find', subject: '*', organization_id: null, details: { by: ['email'], found: 0 } },
    ])
    const log = JSON.stringify(await database.query('SELECT * FROM audit_log'))
    for (const word of traveller.words) expect(log).not.toContain(word)
  })

  it('is in the audit log for a booking that was shown with its guests', async () => {
    const entries = await entriesOf(async () => {
      const [shown] = await run('booking show', { id: bookingId })
      expect(JSON.stringify(shown)).toContain(traveller.email)
    })
    expect(entries).toMatchObject([
      { actor: 'operator:ada', action: 'booking.show', subject: bookingId, organization_id: 'org_sandbox' },
    ])
  })

  it('is not in it for what was refused', async () => {
    const entries = await entriesOf(async () => {
      await expect(run('person find', {})).rejects.toThrow(/^give --email, --phone or --name/)
      await expect(run('booking show', { id: 'ubk_none' })).rejects.toThrow('no booking ubk_none')
      await expect(run('organization export', { id: 'org_sandbox', to: '/nowhere/x' })).rejects.toThrow(/ENOENT/)
    })
    expect(entries).toEqual([])
  })
})

describe('an operator who changes nothing', () => {
  it('is told so when organization set names nothing to change', async () => {
    const entries = await entriesOf(() =>
      expect(run('organization set', { id: 'org_sandbox' })).rejects.toThrow(
        'nothing to change: give at least one of --name, --list-currency, --rate-limit-factor, --rate-limit, --supplier-order',
      ),
    )
    expect(entries).toEqual([])
  })

  it('leaves no entry when an organization is already as it is to be', async () => {
    const values = { id: 'org_sandbox', 'rate-limit': 'search=4321', 'supplier-order': 'liteapi,hotelbeds' }
    expect(await entriesOf(() => run('organization set', values))).toHaveLength(1)
    const again = await entriesOf(async () => {
      expect(await run('organization set', values)).toMatchObject([{ rateLimits: { search: 4321 } }])
    })
    expect(again).toEqual([])
  })
})

it.each(['key list', 'supplier list'])('%s refuses an organization that does not exist', async (name) => {
  await expect(run(name, { organization: 'org_typo' })).rejects.toThrow('no organization org_typo')
  expect(await run(name, { organization: 'org_sandbox' })).not.toEqual([])
})
