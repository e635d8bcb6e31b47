import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { adminIn, runAdmin } from './support/admin.ts'
import type { TestDatabase } from './support/database.ts'
import { type StartedGateway, TEST_MASTER_KEY } from './support/gateway.ts'
import { httpClient, type Json } from './support/http-client.ts'
import { bookScenario, httpJourney } from './support/journey.ts'
import { startReceiver } from './support/receiver.ts'
import { until } from './support/until.ts'
import { useGateway } from './support/use-gateway.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

let database: TestDatabase
let gateway: StartedGateway

useGateway((started) => {
  ;({ database, gateway } = started)
})

function admin(...args: string[]): Promise<Json[]> {
  return adminIn({ NO_CREDENTIALS: '{}' }, database, ...args)
}

async function refused(...args: string[]): Promise<string> {
  return admin(...args).then(
    () => 'accepted',
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  )
}

describe('the admin command', () => {
  it('makes an organization that can search and book, and takes its key away again', async () => {
    await admin('organization', 'create', '--id', 'org_acme', '--name', 'Acme')
    const [key] = await admin('key', 'create', '--organization', 'org_acme')
    const acme = httpClient({ url: gateway.url, apiKey: key.apiKey })
    expect((await acme.get('/hotels/filters')).status).toBe(200)
    await admin(
      'supplier',
      'connect',
      '--organization',
      'org_acme',
      '--supplier',
      'expedia_rapid',
      '--connection',
      'conn_acme',
      '--credentials',
      '{"apiKey":"sandbox-rapid-key","sharedSecret":"sandbox-rapid-secret"}',
    )
    // A gateway remembers for two seconds what an organization may use.
    await until('the supplier', async () => (await acme.get('/me')).body.data.suppliers.length > 0)
    const booked = await bookScenario(
      { ...gateway, apiKey: key.apiKey },
      httpJourney({ ...gateway, apiKey: key.apiKey }),
      'cancel-free',
      'INSTANT',
    )
    expect(booked.status).toBe('CONFIRMED')
    const forbidden = await acme.post(`/hotels/book/${booked.booking_id}/review`, { decision: 'APPROVE' })
    expect(forbidden).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { required_scope: 'bookings:review' } },
    })
    await admin('supplier', 'disable', '--organization', 'org_acme', '--supplier', 'expedia_rapid')
    expect((await admin('supplier', 'list', '--organization', 'org_acme'))[0].enabled).toBe(false)
    await admin('key', 'revoke', '--id', key.keyId)
    await until('[C-004] the revoked key to be refused', async () => (await acme.get('/hotels/filters')).status === 401)
  })

  it('[H-04] sets whom vouchers name for questions, and says how it is written', async () => {
    const contact = ['organization', 'set', '--id', 'org_sandbox', '--voucher-contact']
    const [changed] = await admin(...contact, 'Acme; +44 20 7946 0100; help@acme.example')
    expect(changed.voucherContact).toEqual({ name: 'Acme', phone: '+44 20 7946 0100', email: 'help@acme.example' })
    expect(await refused(...contact, 'Acme; soon')).toMatch(/^1 --voucher-contact is "name; phone; email"/)
    expect((await admin(...contact, 'none'))[0].voucherContact).toBeNull()
  })

  it('[C-075] lists what waits for a review, and approves it at the supplier', async () => {
    const held = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    expect((await admin('review', 'list')).map(({ bookingId }) => bookingId)).toContain(held.booking_id)
    const [reviewed] = await admin('booking', 'review', '--id', held.booking_id, '--decision', 'approve')
    expect(reviewed.status).toBe('ON_HOLD')
    const [shown] = await admin('booking', 'show', '--id', held.booking_id)
    expect(shown.attempts).toEqual([expect.objectContaining({ operation: 'CREATE', outcome: 'ACCEPTED' })])
  })

  it('[C-113] settles what only a person can, by what was found out at the supplier, and says so in the history', {
    timeout: 180_000,
  }, async () => {
    const http = httpClient(gateway)
    const lost = await bookScenario(gateway, httpJourney(gateway), 'book-lost', 'INSTANT')
    const other = await bookScenario(gateway, httpJourney(gateway), 'book-lost', 'INSTANT')
    function settle(id: string, found: string, ...more: string[]) {
      return refused('booking', 'settle', '--id', id, '--found', found, '--note', 'called the supplier', ...more)
    }
    expect(await settle(lost.booking_id, 'absent')).toMatch(/PROCESSING and does not wait for an operator/)
    await http.post('/sandbox/clock', { advance_seconds: 31 * 60 })
    for (const { booking_id: id } of [lost, other])
      await until('the operator’s list', async () =>
        (await admin('review', 'list')).some(({ bookingId, needsOperator }: Json) => bookingId === id && needsOperator),
      )
    expect((await httpJourney(gateway).booking(lost.booking_id)).processing_reason).toBe('MANUAL_REVIEW_REQUIRED')
    expect(await settle(lost.booking_id, 'cancelled')).toMatch(/the outcome of CREATE can be: confirmed, absent/)
    expect(await settle(lost.booking_id, 'confirmed')).toMatch(/supplier’s own booking id is needed/)
    expect(await settle(lost.booking_id, 'absent')).toBe('accepted')
    expect(await httpJourney(gateway).booking(lost.booking_id)).toMatchObject({
      status: 'FAILED',
      is_terminal: true,
      failure: { code: 'NOT_FOUND_AT_SUPPLIER' },
    })
    expect(await settle(lost.booking_id, 'absent')).toMatch(/FAILED and does not wait/)
    expect(await settle(other.booking_id, 'confirmed', '--supplier-booking', '4711')).toBe('accepted')
    expect(await httpJourney(gateway).booking(other.booking_id)).toMatchObject({
      status: 'CONFIRMED',
      provider: { booking_id: '4711' },
    })
    const [entry] = await database.query('SELECT * FROM audit_log WHERE subject = $1', [other.booking_id])
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^operator:.+/),
      action: 'booking.settle.confirmed',
      details: { to: 'CONFIRMED' },
    })
    const details = await http.get(`/hotels/book/${lost.booking_id}/details`)
    expect(details.body.data.history.map(({ sequence }: Json) => sequence)).toEqual([1, 2, 3])
  })

  it('forgets the people of a booking that is over, and of no other', async () => {
    const http = httpClient(gateway)
    const failed = await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    async function detailsOf(id: string): Promise<Json> {
      return (await http.get(`/hotels/book/${id}/details`)).body.data
    }
    expect((await detailsOf(failed.booking_id)).holder).toMatchObject({ family_name: 'Lovelace' })
    expect(await refused('booking', 'redact', '--id', failed.booking_id)).toMatch(/has FAILED a moment ago/)
    await database.query(`UPDATE bookings SET updated_at = updated_at - interval '1 hour' WHERE id = $1`, [
      failed.booking_id,
    ])
    expect(await admin('booking', 'redact', '--id', failed.booking_id)).toMatchObject([
      { status: 'FAILED', guests: null },
    ])
    const after = await detailsOf(failed.booking_id)
    expect(after).toMatchObject({ holder: null, status: 'FAILED' })
    expect(JSON.stringify(after)).not.toContain('Lovelace')
    const [row] = await database.query('SELECT guests_sealed FROM bookings WHERE id = $1', [failed.booking_id])
    expect(row?.guests_sealed).toBeNull()
    const alive = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    expect(await refused('booking', 'redact', '--id', alive.booking_id)).toMatch(/its guests are still needed/)
  })

  it('[C-111] sees and repairs webhooks: what waits, what failed, a pause, a resend, a recovery', {
    timeout: 180_000,
  }, async () => {
    const http = httpClient(gateway)
    let status = 500
    const receiver = await startReceiver(() => status)
    const { endpoint_id: id } = (await http.post('/webhooks/endpoints', { url: receiver.url })).body.data
    const { booking_id: bookingId } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    const listed = await until('it to fail', async () =>
      (await admin('webhook', 'list')).find(({ endpointId, failingSince }: Json) => endpointId === id && failingSince),
    )
    expect(listed).toMatchObject({ waiting: 2, enabled: true })
    const waiting = await admin('webhook', 'deliveries', '--endpoint', id)
    expect(waiting).toEqual([
      expect.objectContaining({ status: 'PENDING', bookingId, attempts: 0 }),
      expect.objectContaining({ status: 'RETRYING', bookingId, lastStatus: 500 }),
    ])
    const [paused] = await admin('webhook', 'pause', '--endpoint', id, '--minutes', '60')
    expect(Date.parse(paused.pausedUntil)).toBeGreaterThan(Date.now() + 3_000_000)
    status = 204
    await admin('webhook', 'pause', '--endpoint', id, '--minutes', '0')
    await admin('webhook', 'resend', '--delivery', waiting[1].deliveryId)
    await until(
      'both',
      async () => (await admin('webhook', 'deliveries', '--endpoint', id, '--status', 'delivered')).length === 2,
    )
    await http.call('PATCH', `/webhooks/endpoints/${id}`, { enabled: false })
    await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    await admin('webhook', 'enable', '--endpoint', id)
    const before = receiver.received.length
    const since = new Date(Date.now() - 86_400_000).toISOString()
    expect(await admin('webhook', 'recover', '--endpoint', id, '--since', since)).toEqual([
      { endpointId: id, recovered: 2 },
    ])
    await until('what it missed', () => receiver.received.length === before + 2)
    expect(await refused('webhook', 'pause', '--endpoint', 'whe_nobody', '--minutes', '1')).toMatch(
      /no endpoint whe_nobody/,
    )
    expect(await refused('webhook', 'deliveries', '--endpoint', id, '--status', 'eaten')).toMatch(/--status is one of/)
    await receiver.close()
  })

  it('explains a command, those of a noun, or all', async () => {
    for (const [args, commands] of [
      [['supplier', 'connect', '--help'], ['supplier connect']],
      [
        ['help', 'rate'],
        ['rate set', 'rate list', 'rate history', 'rate import'],
      ],
      [
        ['rate', '--help'],
        ['rate set', 'rate list', 'rate history', 'rate import'],
      ],
    ] as const) {
      const { code, stdout } = await runAdmin(database, args)
      expect([code, [...stdout.matchAll(/^ {2}(\w\S* \S+)/gm)].map(([, name]) => name)]).toEqual([0, commands])
    }
    for (const args of [[], ['help'], ['--help'], ['nothing', '--help']])
      expect((await runAdmin(database, args)).stdout).toContain('organization create')
  })

  it('says in one line what was wrong', async () => {
    expect(await refused('organization', 'create', '--id', 'acme', '--name', 'x')).toMatch(/^1 --id is org_/)
    expect(await refused('key', 'create')).toMatch(/^1 --organization missing/)
    expect(await refused('dance', 'now')).toMatch(/^1 dance now is not a command\n/)
    expect(await refused('kye', 'list')).not.toContain('organization create')
    expect(await refused('supplier')).toMatch(/^1 supplier is not a command\n\nusage: .*\n\n {2}supplier connect/)
    expect(await refused('kye', 'list')).toMatch(/^1 kye list is not a command; did you mean key list\?/)
    expect(await refused('key', 'list', '--bogus')).toMatch(/^1 Unknown option '--bogus': key list --organization/)
    expect(
      await refused(
        'supplier',
        'connect',
        '--organization',
        'org_sandbox',
        '--supplier',
        'expedia_rapid',
        '--connection',
        'c',
        '--credentials',
        'env:NO_CREDENTIALS',
      ),
    ).toMatch(/^1 apiKey: .*sharedSecret: /)
  })
})

describe('a gateway that cannot start', () => {
  function startWith(env: Record<string, string>): Promise<string> {
    return run(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--disable-warning=DeprecationWarning', 'src/main.ts'],
      {
        cwd: ROOT,
        env: { ...process.env, DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY, LOG_LEVEL: 'silent', ...env },
      },
    ).then(
      () => 'started',
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr.trim()}`,
    )
  }

  it('says what to do about a taken port', async () => {
    const { port, hostname } = new URL(gateway.url)
    expect(await startWith({ PORT: port, HOST: hostname })).toMatch(/^1 port \d+ on 127\.0\.0\.1 is taken: .* set PORT/)
    expect(await startWith({ PORT: '0', OPERATOR_PORT: port, HOST: hostname })).toMatch(
      / is taken: .* set OPERATOR_PORT/,
    )
  })

  it('reports every setting that is wrong, each on its own line', async () => {
    expect(await startWith({ PORT: 'x', ROLES: 'cook' })).toMatch(/^1 PORT: .*\nROLES: /)
  })

  it('says that the database cannot be reached', async () => {
    const told = await startWith({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATABASE_WAIT_MS: '0' })
    expect(told).toMatch(/^1 the database could not be opened: .*127\.0\.0\.1:1/)
    expect(told.split('\n')).toHaveLength(1)
  })
})
