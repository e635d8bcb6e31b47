import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rows, Values } from '../../src/admin/command.ts'
import { allCommands } from '../../src/admin/commands.ts'
import { runCommand } from '../../src/admin/run-command.ts'
import type { Core } from '../../src/core.ts'
import { runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import { openCore } from '../support/open-core.ts'
import { useGateway } from '../support/use-gateway.ts'

const COMMANDS = await allCommands()

let database: TestDatabase
let core: Core
let folder: string

useGateway((started) => {
  ;({ database } = started)
})

beforeAll(async () => {
  core = await openCore(database)
  folder = await mkdtemp(join(tmpdir(), 'rates-'))
})

afterAll(async () => {
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

function run(name: string, values: Values = {}): Promise<Rows> {
  const command = COMMANDS.find(({ noun, verb }) => `${noun} ${verb}` === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return runCommand(core, command, { values, actor: 'operator:ada' })
}

async function rateOf(currency: string): Promise<unknown> {
  return (await run('rate list')).find((row) => row['currency'] === currency)?.['rate']
}

describe('a rate', () => {
  it('that is more than 5 % away from the stored one is asked for again, and nothing is changed before', async () => {
    await run('rate set', { currency: 'SEK', rate: '10.5' })
    await expect(run('rate set', { currency: 'SEK', rate: '0.105' })).rejects.toThrow(
      /SEK from 10\.5 to 0\.105 \(-99\.0 %\).*--confirm/,
    )
    expect(await rateOf('SEK')).toBe(10.5)
    await run('rate set', { currency: 'SEK', rate: '10.9' })
    await run('rate set', { currency: 'SEK', rate: '9', confirm: true })
    expect(await rateOf('SEK')).toBe(9)
    expect(await run('rate history', { currency: 'SEK' })).toMatchObject([
      { before: 10.9, after: 9, actor: 'operator:ada', action: 'rate.set' },
      { before: 10.5, after: 10.9 },
      { before: null, after: 10.5 },
    ])
  })

  it('that was deactivated is still what the next one is compared with', async () => {
    await run('rate set', { currency: 'DKK', rate: '6.9' })
    await run('rate set', { currency: 'DKK', rate: 'none' })
    await expect(run('rate set', { currency: 'DKK', rate: '69' })).rejects.toThrow(/DKK from 6\.9 to 69 .*--confirm/)
    expect(await rateOf('DKK')).toBeUndefined()
    expect(await run('rate set', { currency: 'DKK', rate: '7' })).toMatchObject([{ rate: 7, active: true }])
  })

  it('is taken in small letters, and refused with what is wrong about it', async () => {
    expect(await run('rate set', { currency: 'pln', rate: '3.9' })).toMatchObject([{ currency: 'PLN' }])
    for (const [values, says] of [
      [{ currency: 'USD', rate: '1' }, /USD is what rates are told for/],
      [{ currency: 'EURO', rate: '0.9' }, /EURO is no currency: --currency is an ISO 4217 code, for example EUR/],
      [{ currency: 'ZZZ', rate: '0.9' }, /ZZZ is no currency/],
      [{ currency: 'PLN', rate: '3,9' }, /--rate is a number above 0 with a point for the decimals, for example 0\.92/],
      [{ currency: 'PLN', rate: '0' }, /--rate is a number above 0/],
      [{ currency: 'PLN', rate: '0.00000000004' }, /--rate 0\.00000000004 is 0 with ten decimals/],
    ] as const)
      await expect(run('rate set', values)).rejects.toThrow(says)
    expect(await run('rate set', { currency: 'UZS', rate: '0.00000000006', confirm: true })).toMatchObject([
      { rate: 1e-10 },
    ])
    expect(await rateOf('UZS')).toBe(1e-10)
    await expect(run('rate history', { currency: 'ZZZ' })).rejects.toThrow(/ZZZ is no currency/)
  })
})

const today = new Date().toISOString().slice(0, 10)

function feed(cubes: string, date = today): string {
  return `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="g" xmlns="e"><gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${date}'>${cubes}</Cube></Cube></gesmes:Envelope>`
}

describe('a file of the central bank', () => {
  async function importing(xml: string, values: Values = {}): Promise<Rows> {
    const file = join(folder, 'daily.xml')
    await writeFile(file, xml)
    return run('rate import', { file, ...values })
  }
  const USD = "<Cube currency='USD' rate='1.25'/>"

  it('is converted to dollars and stored as a whole, with a trace for each rate', async () => {
    await run('rate set', { currency: 'EUR', rate: '0.8', confirm: true })
    const rows = await importing(feed(`${USD}<Cube currency='NOK' rate='11.5'/><Cube currency='HUF' rate='400.5'/>`))
    expect(rows).toMatchObject([
      { currency: 'EUR', before: 0.8, after: 0.8 },
      { currency: 'HUF', before: null, after: 320.4 },
      { currency: 'NOK', before: null, after: 9.2 },
    ])
    expect(await rateOf('NOK')).toBe(9.2)
    expect(await run('rate history', { currency: 'NOK' })).toMatchObject([{ action: 'rate.import', after: 9.2 }])
  })

  it.each([
    ['another file', '<html></html>', /not the bank’s daily file/],
    ['no dollar', feed("<Cube currency='NOK' rate='11.5'/>"), /no rate of USD/],
    ['a rate that is no number', feed(`${USD}<Cube currency='NOK' rate='11,5'/>`), /NOK has the rate “11,5”/],
    [
      'a rate twice',
      feed(`${USD}<Cube currency='NOK' rate='11.5'/><Cube currency='NOK' rate='9'/>`),
      /NOK is there twice/,
    ],
    [
      'a rate that rounds to none',
      feed(`${USD}<Cube currency='NOK' rate='0.00000000005'/>`),
      /NOK has a rate that is 0/,
    ],
    ['a factor', feed(`${USD}<Cube currency='NOK' rate='1.15'/>`), /NOK from 9\.2 to 0\.92/],
    ['a day to come', feed(USD, '2999-01-01'), /which is to come/],
    ['its end missing', feed(`${USD}<Cube currency='NOK' rate='11.5'/>`).slice(0, -40), /is cut off/],
    [
      'a rate that is written in another way',
      feed(`${USD}<Cube currency='NOK' value='11.5'/>`),
      /<Cube currency='NOK' value='11\.5'\/> has no rate/,
    ],
    ['an old day', feed(USD, '2020-01-02'), /more than a week ago.*--confirm/],
  ])('with %s is refused, and nothing of it is stored', async (_what, xml, message) => {
    const before = await run('rate list')
    await expect(importing(xml)).rejects.toThrow(message)
    expect(await run('rate list')).toEqual(before)
  })
})

describe('a command with one argument', () => {
  it('takes it with its name as well, as its messages call it', async () => {
    const file = join(folder, 'named.xml')
    await writeFile(file, feed("<Cube currency='USD' rate='1.25'/><Cube currency='CZK' rate='25'/>"))
    const named = await runAdmin(database, ['rate', 'import', '--file', file, '--confirm', '--json'])
    expect([named.code, named.stderr]).toEqual([0, ''])
    expect(JSON.parse(named.stdout)).toContainEqual(expect.objectContaining({ currency: 'CZK', after: 20 }))
    const twice = await runAdmin(database, ['rate', 'import', file, '--file', file])
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('--file is given twice')])
    const negative = await runAdmin(database, ['rate', 'set', '--currency', 'CZK', '--rate', '-1'])
    expect(negative.stderr).toMatch(/^--rate needs a value: rate set --currency EUR/)
  })
})

describe('a connection', () => {
  async function check(values: Values = {}): Promise<Record<string, unknown>> {
    const rows = await run('supplier test', { connection: 'con_sandbox_expedia_rapid', ...values })
    return Object.fromEntries(rows.map((row) => [String(row['check']), row['result']]))
  }

  it('that is right tells so line by line, its clock and what is left of its allowance too', async () => {
    const [{ connection_id: id }] = await database.query(
      `SELECT id AS connection_id FROM supplier_connections WHERE supplier_code = 'expedia_rapid'`,
    )
    expect(await check({ connection: id })).toEqual({
      settings: 'OK',
      reachability: 'OK',
      credentials: 'OK',
      environment: 'OK',
      clock: 'OK',
      search: 'OK',
      allowance: 'OK',
    })
    await expect(check({ connection: 'con_nobody' })).rejects.toThrow(/no connection con_nobody/)
    expect(await run('supplier show', { connection: id })).toMatchObject([
      { supplierCode: 'expedia_rapid', organizations: expect.arrayContaining(['org_sandbox']), bookings: {} },
    ])
  })

  it('whose credentials are refused, or that leads nowhere, says which of the two', async () => {
    const [{ id }] = await database.query(`SELECT id FROM supplier_connections WHERE supplier_code = 'liteapi'`)
    const wrong = { apiKey: 'sand_wrong-key' }
    await run('supplier connect', {
      organization: 'org_sandbox',
      supplier: 'liteapi',
      connection: `${id}_wrong`,
      credentials: JSON.stringify(wrong),
      settings: '{}',
      unchecked: true,
      replace: true,
    })
    expect(await check({ connection: `${id}_wrong` })).toMatchObject({
      reachability: 'OK',
      credentials: 'FAULT',
      search: 'FAULT',
    })
    await run('supplier connect', {
      organization: 'org_sandbox',
      supplier: 'liteapi',
      connection: `${id}_nowhere`,
      credentials: JSON.stringify(wrong),
      settings: '{}',
      unchecked: true,
      'base-url': 'http://127.0.0.1:9',
    })
    const { code } = await runAdmin(database, ['supplier', 'test', `${id}_nowhere`])
    expect(code).toBe(1)
    expect((await runAdmin(database, ['supplier', 'test', String(id)])).code).toBe(0)
    expect(await check({ connection: `${id}_nowhere` })).toMatchObject({
      reachability: 'FAULT',
      credentials: 'UNKNOWN',
    })
  })
})
