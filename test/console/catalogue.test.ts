import { beforeAll, describe, expect, it } from 'vitest'
import { adminLines } from '../support/admin.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { Json } from '../support/http-client.ts'
import { type MappedSandbox, useMappedSandbox } from '../support/use-mapped-sandbox.ts'

let sandbox: MappedSandbox
let viewer: ConsoleClient

useMappedSandbox((started) => {
  sandbox = started
})
beforeAll(async () => {
  await makePerson(sandbox.database, { name: 'looker', roles: ['viewer'] })
  viewer = await signIn({ url: sandbox.gateway.url, database: sandbox.database, name: 'looker' })
})

const REPORT =
  'query ($supplier: String, $country: String) { catalogueReport(supplier: $supplier, country: $country) { at rows } }'

describe('[22] the catalogue', () => {
  it('is reported as the command reports it', async () => {
    const told = await adminLines(sandbox.database, 'catalogue', 'report')
    expect((await viewer.ask(REPORT)).catalogueReport.rows).toEqual(told)
    const narrowed = await adminLines(
      sandbox.database,
      'catalogue',
      'report',
      '--supplier',
      'liteapi',
      '--country',
      'GB',
    )
    expect((await viewer.ask(REPORT, { supplier: 'liteapi', country: 'GB' })).catalogueReport.rows).toEqual(narrowed)
    expect(await viewer.refusal(REPORT, { country: 'England' })).toBe('BAD_INPUT')
  })

  it('has its runs, with the lines that each has put aside', async () => {
    const told = await adminLines(sandbox.database, 'catalogue', 'runs', '--limit', '100')
    const runs: Json[] = []
    for (let after: string | null = null; ; ) {
      const { catalogueRuns }: Json = await viewer.ask(
        'query ($after: String) { catalogueRuns(after: $after, first: 1) { items { id kind source supplierCode actor putAside counts } next } }',
        { after },
      )
      runs.push(...catalogueRuns.items)
      after = catalogueRuns.next
      if (after === null) break
    }
    expect(runs).toEqual(
      told.map(({ runId, kind, source, supplierCode, actor, putAside, counts }) => ({
        id: runId,
        kind,
        source,
        supplierCode,
        actor,
        putAside,
        counts,
      })),
    )
    const [first] = told
    const faults = await adminLines(sandbox.database, 'catalogue', 'runs', '--run', String(first.runId))
    const { catalogueRun } = await viewer.ask(
      `{ catalogueRun(id: ${first.runId}) { faults { line listing pass faults } } }`,
    )
    expect(catalogueRun.faults).toEqual(faults)
    expect((await viewer.ask('{ catalogueRun(id: 99999) { id } }')).catalogueRun).toBeNull()
  })

  it('has each connection, and how far its content is', async () => {
    const { contentPulls } = await viewer.ask(
      '{ contentPulls { connectionId isUnderWay dueAt passes { kind language state counts } } }',
    )
    const pulled = contentPulls.filter(({ passes }: Json) => passes.length > 0)
    expect(pulled.map(({ connectionId }: Json) => connectionId).sort()).toEqual([
      'conn_part_liteapi',
      'conn_part_ratehawk',
    ])
    for (const { passes, isUnderWay } of pulled)
      expect([isUnderWay, ...passes.map(({ state }: Json) => state)]).toEqual([false, 'DONE'])
  })

  it('has a page of each hotel: its listings, its rooms and where its content comes from', async () => {
    const [row] = await sandbox.database.query(
      `SELECT hotel_id AS id FROM supplier_hotels JOIN listings USING (supplier_code, supplier_hotel_id) ORDER BY 1 LIMIT 1`,
    )
    const document = `query ($id: Int!) { catalogueHotel(id: $id) { hotel { id name } listings { id verification decidedBy status }
      rooms { id supplierRooms { listing } } roomsApart { status } sources { field supplierCode } history { listing } } }`
    const { catalogueHotel } = await viewer.ask(document, { id: row.id })
    const mappings = await adminLines(sandbox.database, 'mapping', 'list', '--hotel', String(row.id))
    expect(
      catalogueHotel.listings.map(({ id, verification, decidedBy }: Json) => ({ id, verification, decidedBy })),
    ).toEqual(
      mappings.map(({ supplierCode, supplierHotelId, verification, decidedBy }) => ({
        id: `${supplierCode}/${supplierHotelId}`,
        verification,
        decidedBy,
      })),
    )
    expect(catalogueHotel.listings.some(({ status }: Json) => status === 'ACTIVE')).toBe(true)
    expect((await viewer.ask(document, { id: 2_000_000_000 })).catalogueHotel).toBeNull()
  })

  it('is pulled by operations, and not looked at by partners', async () => {
    const pull = 'mutation { pullContent(connection: "conn_part_liteapi", reason: "to see what is new") { rows } }'
    expect((await viewer.answer(pull)).errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', needs: ['operations'] })
    const partner = await signIn({ url: sandbox.gateway.url, database: sandbox.database, name: 'sandbox-partner' })
    expect(await partner.refusal(REPORT)).toBe('FORBIDDEN')
    expect(await partner.refusal('{ contentPulls { connectionId } }')).toBe('FORBIDDEN')
  })
})
