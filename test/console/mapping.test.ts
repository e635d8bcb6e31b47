import { beforeAll, describe, expect, it } from 'vitest'
import { proposeMappings } from '../../src/operations/mapping/propose.ts'
import { admin, adminLines } from '../support/admin.ts'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { Json } from '../support/http-client.ts'
import { type MappedSandbox, useMappedSandbox } from '../support/use-mapped-sandbox.ts'

let sandbox: MappedSandbox
let operator: ConsoleClient

useMappedSandbox((started) => {
  sandbox = started
})
beforeAll(async () => {
  await makePerson(sandbox.database, { name: 'mapper', roles: ['operations'] })
  await makePerson(sandbox.database, { name: 'looker', roles: ['viewer'] })
  operator = await signIn({ url: sandbox.gateway.url, database: sandbox.database, name: 'mapper' })
})

const QUEUE = `query ($supplier: String, $country: String, $why: String, $band: String, $after: String, $first: Int) {
  mappingQueue(supplier: $supplier, country: $country, why: $why, band: $band, after: $after, first: $first) {
    items { listing hotelId why score listingFacts { name countryCode } hotelFacts { name } } next } }`
const PAIR = `query ($listing: ID!, $hotel: Int) { mappingPair(listing: $listing, hotel: $hotel) {
  listing { hotelId verification facts { name } rooms images } hotel { id name } question { why }
  verdict { verdict score evidence { kind rule weight a b meters } } now { against verdict score }
  candidates { hotel { id } verdict { score } } rejections { hotelId actor } versions { actor reason note hotelId } bookings { id } } }`

async function wholeQueue(filters: Json = {}): Promise<Json[]> {
  const items: Json[] = []
  for (let after: string | null = null; ; ) {
    const { mappingQueue } = await operator.ask(QUEUE, { ...filters, after, first: 7 })
    items.push(...mappingQueue.items)
    after = mappingQueue.next
    if (after === null) return items
  }
}

function asCommand(rows: readonly Json[]): Json[] {
  return rows.map(({ listing, hotelId, why, score }) => ({ listing, hotelId, why, score }))
}

async function firstOf(why: string): Promise<Json> {
  const { mappingQueue } = await operator.ask(QUEUE, { why, first: 1 })
  return mappingQueue.items[0]
}

function act(mutation: string, values: Json): Promise<Json> {
  const given = Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
  return operator.ask(`mutation { ${mutation}(${given}) { rows proposal { id } } }`)
}

async function pairOf(listing: string, hotel: number | null = null): Promise<Json> {
  return (await operator.ask(PAIR, { listing, hotel })).mappingPair
}

async function lastEntry(subject: string): Promise<Json> {
  const [row] = await sandbox.database.query(
    'SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY id DESC LIMIT 1',
    [subject],
  )
  return row
}

describe('[22] the queue', () => {
  it('is what the command shows, in its order, page by page', async () => {
    const told = asCommand(await adminLines(sandbox.database, 'mapping', 'review', '--limit', '1000'))
    expect(told.length).toBeGreaterThan(14)
    expect(asCommand(await wholeQueue())).toEqual(told)
    const { mappingQueueSize } = await operator.ask('{ mappingQueueSize }')
    expect(mappingQueueSize).toBe(told.length)
  })

  it('is narrowed by supplier, country, question and score', async () => {
    const all = await wholeQueue()
    const { country } = { country: all[0].listingFacts.countryCode }
    const kept = [
      [{ supplier: 'liteapi' }, ({ listing }: Json) => listing.startsWith('liteapi/')],
      [{ country: country.toLowerCase() }, ({ listingFacts }: Json) => listingFacts.countryCode === country],
      [{ why: 'UNSURE' }, ({ why }: Json) => why === 'UNSURE'],
      [{ band: 'LIKELY' }, ({ score }: Json) => score >= 0.75],
    ] as const
    for (const [filters, isIn] of kept) {
      const expected = all.filter(isIn)
      expect(expected).not.toEqual([])
      expect(await wholeQueue(filters)).toEqual(expected)
    }
    expect(await operator.refusal(QUEUE, { band: 'GOOD' })).toBe('BAD_INPUT')
    expect(await operator.refusal(QUEUE, { after: 'x' })).toBe('BAD_INPUT')
  })
})

describe('[22] a pair', () => {
  it('has the engine’s own evidence: that of the command', async () => {
    const [told] = await adminLines(sandbox.database, 'mapping', 'review', '--limit', '1')
    const pair = await pairOf(told.listing)
    expect(pair.hotel.id).toBe(told.hotelId)
    expect(pair.verdict.score).toBe(told.score)
    const effects = told.evidence.map(({ kind, effect, a, b }: Json) => ({ kind, effect, a, b }))
    expect(
      pair.verdict.evidence.map(({ kind, rule, weight, a, b }: Json) => ({ kind, effect: rule ?? weight, a, b })),
    ).toEqual(effects)
    const explained = await adminLines(sandbox.database, 'mapping', 'explain', told.listing, String(told.hotelId))
    expect(pair.now).toEqual(explained.map(({ against, verdict, score }) => ({ against, verdict, score })))
  })

  it('of an unknown listing is none', async () => {
    expect(await pairOf('liteapi/none')).toBeNull()
    expect(await pairOf('nothing')).toBeNull()
  })
})

describe('[22] a decision', () => {
  it('to accept does what the command does, with its reason in the audit log, and can be taken back', async () => {
    const [one, other] = (await wholeQueue({ why: 'UNSURE' })).filter(({ hotelId }) => hotelId !== null)
    const before = await pairOf(one.listing)
    const { acceptMapping } = await act('acceptMapping', {
      listing: one.listing,
      hotel: String(one.hotelId),
      reason: 'the same telephone, ticket 4711',
    })
    const byCommand = await adminLines(sandbox.database, 'mapping', 'accept', other.listing, String(other.hotelId))
    expect(Object.keys(acceptMapping.rows[0])).toEqual(Object.keys(byCommand[0]))
    expect(acceptMapping.rows[0]).toMatchObject({ hotelId: one.hotelId, verification: 'VERIFIED' })
    const mapped = await sandbox.database.query(
      `SELECT verification, decided_by, sold_unverified, on_sale FROM supplier_hotels
       WHERE supplier_code || '/' || supplier_hotel_id = ANY($1)`,
      [[one.listing, other.listing]],
    )
    expect(mapped[0]).toEqual(mapped[1])
    expect(await lastEntry(one.listing)).toMatchObject({
      actor: 'operator:mapper',
      action: 'mapping.accept',
      details: { reason: 'the same telephone, ticket 4711', requestId: expect.any(String) },
    })
    expect((await wholeQueue()).map(({ listing }) => listing)).not.toContain(one.listing)

    await act('undoMapping', { listing: one.listing, reason: 'it was the wrong one' })
    const again = await pairOf(one.listing)
    expect(again).toMatchObject({ listing: before.listing, hotel: before.hotel, question: before.question })
    expect(again.verdict).toEqual(before.verdict)
    expect((await wholeQueue()).map(({ listing }) => listing)).toContain(one.listing)
    expect(again.versions[0]).toMatchObject({ actor: 'operator:mapper', reason: 'UNDONE', hotelId: null })
    await admin(sandbox.database, 'mapping', 'undo', other.listing)
    expect((await wholeQueue()).map(({ listing }) => listing)).toContain(other.listing)
  })

  it('to reject is kept for good, until it is taken back', async () => {
    const one = await firstOf('UNSURE')
    await act('rejectMapping', { listing: one.listing, hotel: String(one.hotelId), reason: 'the house next door' })
    await propose()
    expect((await pairOf(one.listing)).candidates.map(({ hotel }: Json) => hotel.id)).not.toContain(one.hotelId)
    expect((await pairOf(one.listing)).rejections).toEqual([{ hotelId: one.hotelId, actor: 'operator:mapper' }])
    await act('undoMapping', { listing: one.listing, reason: 'it is the same after all' })
    const again = await pairOf(one.listing)
    expect(again).toMatchObject({ rejections: [], question: { why: 'UNSURE' }, hotel: { id: one.hotelId } })
  })

  it('about a mapped listing is taken back to the mapping that was', async () => {
    const [mapped] = await sandbox.database.query(
      `SELECT supplier_code || '/' || supplier_hotel_id AS listing, hotel_id, decided_by FROM supplier_hotels
       JOIN listings USING (supplier_code, supplier_hotel_id) WHERE verification = 'VERIFIED' ORDER BY 1 LIMIT 1`,
    )
    const values = { listing: mapped.listing, reason: 'looks like another one' }
    await act('removeMapping', values)
    expect((await pairOf(mapped.listing)).listing.hotelId).toBeNull()
    await act('undoMapping', values)
    expect((await pairOf(mapped.listing)).listing).toMatchObject({ hotelId: mapped.hotel_id, verification: 'VERIFIED' })
    const [row] = await sandbox.database.query(
      `SELECT decided_by FROM supplier_hotels WHERE supplier_code || '/' || supplier_hotel_id = $1`,
      [mapped.listing],
    )
    expect(row.decided_by).toBe(mapped.decided_by)
    await act('rejectMapping', { ...values, hotel: String(mapped.hotel_id) })
    await act('undoMapping', values)
    expect(await pairOf(mapped.listing)).toMatchObject({ rejections: [], listing: { hotelId: mapped.hotel_id } })
    expect(
      await operator.refusal(
        `mutation { undoMapping(listing: "${mapped.listing}", reason: "once too often") { rows } }`,
      ),
    ).toBe('BAD_INPUT')
  })

  it('needs the role operations and a reason, and a partner has none of it', async () => {
    const looker = await signIn({ url: sandbox.gateway.url, database: sandbox.database, name: 'looker' })
    const one = await firstOf('UNSURE')
    const document = `mutation ($reason: String!) { acceptMapping(listing: "${one.listing}", hotel: "${one.hotelId}", reason: $reason) { rows } }`
    const { errors } = await looker.answer(document, { reason: 'I want it to be so' })
    expect(errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', needs: ['operations'] })
    expect(await operator.refusal(document, { reason: 'short' })).toBe('BAD_INPUT')
    const partner = await signIn({ url: sandbox.gateway.url, database: sandbox.database, name: 'sandbox-partner' })
    expect(await partner.refusal(QUEUE)).toBe('FORBIDDEN')
    expect(await partner.refusal(PAIR, { listing: one.listing })).toBe('FORBIDDEN')
    expect((await looker.ask(QUEUE, { first: 1 })).mappingQueue.items).toHaveLength(1)
  })
})

function propose(): Promise<unknown> {
  return proposeMappings(sandbox.core.deps, {
    filter: { supplierCode: null, countryCode: null, cells: null },
    all: false,
    isDryRun: false,
    onProgress: () => undefined,
  })
}
