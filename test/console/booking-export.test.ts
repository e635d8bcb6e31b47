import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { useConsoleBookings } from '../support/use-console-bookings.ts'

let database: TestDatabase
let gateway: StartedGateway
let finance: ConsoleClient
let partner: ConsoleClient
let bookingId: string
let failedId: string
let theirsId: string
let folder: string

useConsoleBookings(async (made) => {
  ;({ database, gateway, partner, bookingId, failedId, theirsId } = made)
  await makePerson(database, { name: 'iris', roles: ['finance'] })
  finance = await signIn({ url: gateway.url, database, name: 'iris' })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const EXPORT = `mutation ($format: ExportFormat!, $reason: String!, $status: [String!], $after: String, $organizationId: String) {
  exportBookings(format: $format, reason: $reason, status: $status, after: $after, organizationId: $organizationId) { text rows next }
}`
const WHY = 'the books of November'

async function exported(variables: Json): Promise<Json> {
  return (await finance.ask(EXPORT, { reason: WHY, format: 'CSV', ...variables })).exportBookings
}

describe('[22] an export of bookings', () => {
  it('has every booking and amount of the table, whatever the format, and no guest', async () => {
    const rows = await database.query(
      `SELECT id, status, organization_id AS organization, (terms->'price'->'total'->>'amountMinor')::float8 / 100 AS total
       FROM bookings ORDER BY id DESC`,
    )
    const { text, rows: count, next } = await exported({ format: 'NDJSON' })
    const told: Json[] = text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect({ count, next }).toEqual({ count: rows.length, next: null })
    expect(
      told.map((row) => ({
        id: row.booking_id,
        status: row.status,
        organization: row.organization_id,
        total: Number(row.total),
      })),
    ).toEqual(rows)
    const csv = (await exported({})).text
    const [head, ...lines]: string[] = csv.trim().split('\r\n')
    expect(head?.split(',')).toEqual(Object.keys(told[0] ?? {}))
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id))
    expect(`${text}${csv}`).not.toMatch(/lovelace|brontë|ada@example|grace/i)
  })

  it('cannot make a formula of what partners and hotels have written', async () => {
    const given = ['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\tx', '＝1', 'a "b", c', 'plain']
    const seen: string[] = []
    for (const text of given) {
      await database.query('UPDATE bookings SET client_reference = $2 WHERE id = $1', [failedId, text])
      seen.push((await exported({ status: ['FAILED'] })).text.split('\r\n')[1]?.split(`${failedId},`)[1] ?? '')
    }
    const cells = seen.map((line) => /^(?:[^,]*,){5}("(?:[^"]|"")*"|[^,]*)/.exec(line)?.[1])
    expect(cells).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      "'+1",
      "'-2+3",
      "'@SUM(A1)",
      "'\tx",
      "'＝1",
      '"a ""b"", c"',
      'plain',
    ])
  })

  it('is in the audit log with who, why, the filters and how many, and is for finance alone', async () => {
    await exported({ status: ['FAILED'], organizationId: 'org_sandbox' })
    const [entry] = await database.query(
      "SELECT * FROM audit_log WHERE action = 'booking.export' ORDER BY id DESC LIMIT 1",
    )
    expect(entry).toMatchObject({
      actor: 'operator:iris',
      organization_id: 'org_sandbox',
      details: { reason: WHY, format: 'csv', rows: 1, filters: { statuses: ['FAILED'] } },
    })
    expect(await finance.refusal(EXPORT, { format: 'CSV', reason: 'short' })).toBe('BAD_INPUT')
    expect(await finance.refusal(EXPORT, { format: 'CSV', reason: WHY, after: 'x' })).toBe('BAD_INPUT')
    expect(await partner.refusal(EXPORT, { format: 'CSV', reason: WHY })).toBe('FORBIDDEN')
  })

  it('is the same by the command line, which tells every fault at once and overwrites nothing', async () => {
    const to = join(folder, 'all.csv')
    const done = await runAdmin(database, ['booking', 'export', '--to', to])
    expect(done).toMatchObject({ code: 0 })
    expect(await readFile(to, 'utf8')).toBe((await exported({})).text)
    expect((await runAdmin(database, ['booking', 'export', '--to', to])).stderr).toContain('already exists')
    const wrong = [
      '--to',
      'x.txt',
      '--status',
      'OPEN',
      '--hotel',
      'x',
      '--cancelled-from',
      'May',
      '--cancelled-until',
      '2027-02-31',
    ]
    const { code, stderr } = await runAdmin(database, ['booking', 'export', ...wrong])
    expect(code).not.toBe(0)
    expect(stderr).toMatch(
      /--to ends with.*--status is one of.*--hotel is a number.*--cancelled-from is a date.*--cancelled-until is a date/s,
    )
  })

  it('of one organization has no booking of another one', async () => {
    const { text } = await exported({ organizationId: 'org_sandbox' })
    expect(text).toContain(bookingId)
    expect(text).not.toContain(theirsId)
  })
})
