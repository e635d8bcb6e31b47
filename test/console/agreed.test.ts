import { describe, expect, it } from 'vitest'
import type { Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { ACTIONS } from '../../src/console/actions.ts'
import { runAction } from '../../src/console/run-action.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What two have agreed on is what the one has proposed: not what has become of it before the other one approves. */

let database: TestDatabase
let gateway: StartedGateway
let first: ConsoleClient
let second: ConsoleClient

useGateway(async (started) => {
  ;({ database, gateway } = started)
  first = await signIn({ url: gateway.url, database })
  second = await signIn({ url: gateway.url, database, name: 'sandbox-second' })
})

async function proposed(mutation: string): Promise<string> {
  const [done]: Json[] = Object.values(await first.ask(`mutation { ${mutation} { proposal { id } } }`))
  return done?.proposal.id
}

const APPROVE = 'mutation ($id: ID!) { approveProposal(id: $id, reason: "as I have read it") { rows } }'

async function expectChanged(id: string): Promise<void> {
  const { errors } = await second.answer(APPROVE, { id })
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('is not as it was when this was proposed'),
    extensions: { code: 'CONFLICT' },
  })
  const { proposals } = await second.ask('{ proposals { id decision } }')
  expect(proposals).toContainEqual({ id, decision: null })
}

/** Asks for an action by one person, and has something done between the look at whether it takes two and its own transaction. */
async function overtaken(
  action: string,
  values: Values,
  by: (run: (values: Values) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const core = await openCore(database)
  const [command, terms] = [
    (await allCommands()).find(({ noun, verb }) => `${noun} ${verb}` === action),
    ACTIONS[action],
  ]
  if (!command || typeof terms?.needsTwo !== 'function') throw new Error(`${action} takes two, or one`)
  const { needsTwo } = terms
  await makePerson(database, { name: 'hasty', roles: ['admin'] }).catch(() => null)
  const hasty = await core.store.consoleUsers.findBy({ name: 'hasty' })
  const viewer = { userId: hasty?.userId, roles: new Set(['admin']), actor: 'operator:hasty', signedInBy: 'link' }
  const context = { core, viewer, requestId: 'req_hasty', isStream: false, sandbox: null } as never
  const reason = 'in some hurry today'
  const isOvertaken: typeof needsTwo = async (...asked) => {
    const isForTwo = await needsTwo(...asked)
    await by((others) => runAction(context, { command, terms, values: others, reason }))
    return isForTwo
  }
  await runAction(context, { command, terms: { ...terms, needsTwo: isOvertaken }, values, reason }).catch(() => null)
  await core.close()
}

describe('[22] an approval', () => {
  it('settles the question of a booking that was asked, and no later one', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    const bookingId: string = booked['booking_id']
    await database.query(
      'UPDATE bookings SET needs_operator = true, look_at = NULL, version = version + 1 WHERE id = $1',
      [bookingId],
    )
    const lapse = `settleBooking(id: "${bookingId}", found: "lapsed", note: "they let it go", reason: "told by telephone")`
    const id = await proposed(lapse)
    // Another person has it confirmed meanwhile: the same word would fail the booking now.
    await database.query(
      `UPDATE bookings SET status = 'PROCESSING', pending_operation = 'CONFIRM_HOLD', pending_since = now(), version = version + 1
       WHERE id = $1`,
      [bookingId],
    )
    await expectChanged(id)
    const rows = await database.query('SELECT status, needs_operator FROM bookings WHERE id = $1', [bookingId])
    expect(rows).toEqual([{ status: 'PROCESSING', needs_operator: true }])
    await second.ask(APPROVE, { id: await proposed(lapse) })
    expect(await database.query('SELECT status FROM bookings WHERE id = $1', [bookingId])).not.toEqual([
      { status: 'PROCESSING' },
    ])
  })

  it('gives nobody roles that were taken from them after it was proposed', async () => {
    await makePerson(database, { name: 'riser', roles: ['support', 'operations'] })
    const id = await proposed(
      'rolesUser(id: "riser", roles: "support,operations,finance", reason: "does the rates too")',
    )
    await database.query("UPDATE console_users SET roles = '{viewer}' WHERE name = 'riser'")
    await expectChanged(id)
    expect(await database.query("SELECT roles FROM console_users WHERE name = 'riser'")).toEqual([
      { roles: ['viewer'] },
    ])
  })

  it('is what makes somebody an admin, also of whoever is invited at that moment', async () => {
    await overtaken('user roles', { id: 'newcomer', roles: 'admin' }, () =>
      makePerson(database, { name: 'newcomer', roles: ['viewer'] }),
    )
    await makePerson(database, { name: 'newcomer', roles: ['viewer'] }).catch(() => null)
    expect(await database.query("SELECT roles FROM console_users WHERE name = 'newcomer'")).toEqual([
      { roles: ['viewer'] },
    ])
  })

  it('sets no rate in place of another one than was seen', async () => {
    const { exchangeRates } = await first.ask('{ exchangeRates { currency rate } }')
    const { rate } = exchangeRates.find(({ currency }: Json) => currency === 'ISK')
    const id = await proposed(
      `setRate(currency: "ISK", rate: "${(rate * 1.2).toFixed(4)}", confirm: true, reason: "the market has moved")`,
    )
    const alone = `mutation { setRate(currency: "ISK", rate: "${(rate * 0.97).toFixed(4)}", reason: "it went the other way") { proposal { id } } }`
    expect((await first.ask(alone)).setRate.proposal).toBeNull()
    await expectChanged(id)
  })

  it('switches off the contracts that were meant, and none that was made since', async () => {
    const organization = 'org_sandbox_default'
    await database.query(
      `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
         supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
       VALUES ('ubk_owed', $1, 'sandbox', 1, 1, 'CANCELLATION_PENDING', 'INSTANT', 'off_none', 1, 'hotelbeds',
         'conn_sandbox_hotelbeds', 'OWED', '{}', '2027-01-01', '2027-01-02', '{}', now(), now())`,
      [organization],
    )
    const id = await proposed(
      `disableSupplier(organization: "${organization}", supplier: "hotelbeds", reason: "they repair it tonight")`,
    )
    await database.query(
      `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings)
       SELECT 'conn_later', supplier_code, environment, 'later', credentials, settings FROM supplier_connections WHERE id = 'conn_sandbox_hotelbeds'`,
    )
    await database.query(
      `INSERT INTO further_connections (organization_id, supplier_code, connection_id, enabled) VALUES ($1, 'hotelbeds', 'conn_later', true)`,
      [organization],
    )
    await expectChanged(id)
    const off = 'SELECT enabled FROM further_connections WHERE connection_id = $1'
    expect(await database.query(off, ['conn_later'])).toEqual([{ enabled: true }])
  })

  it('erases the bookings that are to come and the contracts that were meant, and none that was made since', async () => {
    await database.query("INSERT INTO organizations (id, name) VALUES ('org_leaves', 'Leaves')")
    function book(id: string) {
      return database.query(
        `INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
           supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at, updated_at)
         VALUES ($1, 'org_leaves', 'sandbox', 1, 1, 'CONFIRMED', 'INSTANT', 'off_' || $1, 1, 'hotelbeds', 'conn_gone', $1, '{}',
           '2029-01-01', '2029-01-02', '{}', now(), now())`,
        [id],
      )
    }
    const erase = 'id: "org_leaves", confirm: "org_leaves", reason: "they have left us"'
    await book('ubk_l1')
    const forced = await proposed(`eraseOrganization(${erase}, force: true)`)
    const asked = await proposed(`eraseOrganization(${erase})`)
    await book('ubk_l2')
    await expectChanged(forced)
    expect((await second.answer(APPROVE, { id: asked })).errors?.[0].message).toContain('2 bookings are not over')
    await database.query("UPDATE bookings SET status = 'CANCELLED' WHERE organization_id = 'org_leaves'")
    await database.query(
      `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id, enabled)
       VALUES ('org_leaves', 'hotelbeds', 'conn_sandbox_hotelbeds', true)`,
    )
    await expectChanged(asked)
    await second.ask(APPROVE, { id: await proposed(`eraseOrganization(${erase}, force: true)`) })
    expect(await database.query("SELECT name FROM organizations WHERE id = 'org_leaves'")).toEqual([{ name: 'erased' }])
  })

  it('takes back the word about a listing that was meant, and not the one after it', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'hold', 'HOLD')
    const [sold] = await database.query(
      `SELECT supplier_code AS supplier, terms->>'supplierHotelId' AS hotel, hotel_id FROM bookings WHERE id = $1`,
      [booked['booking_id']],
    )
    const { supplier, hotel } = sold
    function verify(verification: string): string {
      return `mutation { verifyMapping(supplier: "${supplier}", supplierHotel: "${hotel}", verification: "${verification}", reason: "seen on the map") { proposal { id } } }`
    }
    expect((await first.ask(verify('PENDING'))).verifyMapping.proposal).toBeNull()
    const id = await proposed(`undoMapping(listing: "${supplier}/${hotel}", reason: "it was that house")`)
    expect((await first.ask(verify('VERIFIED'))).verifyMapping.proposal).toBeNull()
    await expectChanged(id)
  })
})

describe('[22] a rate', () => {
  it('that was not in force a day ago takes two, whatever it was before', async () => {
    const { exchangeRates } = await first.ask('{ exchangeRates { currency rate } }')
    const { rate } = exchangeRates.find(({ currency }: Json) => currency === 'KRW')
    function set(to: string): string {
      return `mutation { setRate(currency: "KRW", rate: "${to}", reason: "a step of mine") { proposal { id } } }`
    }
    await database.query("UPDATE exchange_rates SET active = false WHERE quote = 'KRW'")
    const again = await first.ask(set((rate * 1.04).toFixed(4)))
    expect(again.setRate.proposal).not.toBeNull()
    await second.ask(APPROVE, { id: again.setRate.proposal.id })
    const further = await first.ask(set((rate * 1.08).toFixed(4)))
    expect(further.setRate.proposal, 'nor is the first of that day the rate of the day before').not.toBeNull()
  })

  it('moves no further in two steps that one person takes at once than in one', async () => {
    const { exchangeRates } = await first.ask('{ exchangeRates { currency rate } }')
    const { rate } = exchangeRates.find(({ currency }: Json) => currency === 'JPY')
    function step(by: number) {
      return { currency: 'JPY', rate: (rate * by).toFixed(4) }
    }
    await overtaken('rate set', step(1.09), (run) => run(step(1.045)))
    const [stored] = await database.query("SELECT rate::float8 AS rate FROM exchange_rates WHERE quote = 'JPY'")
    expect(stored?.rate / rate).toBeLessThan(1.05)
  })
})
