import { gunzipSync, gzipSync } from 'node:zlib'
import type { AskDeps } from '../src/operations/prices/ask-suppliers.ts'
import { SUPPLIERS } from '../src/suppliers/registry.ts'
import type { SupplierCall } from '../src/suppliers/supplier-call.ts'
import { createDeps, type Question, questions, type Sent, search } from './fanout-set-up.ts'
import { sized } from './size.ts'

type ShareRow = {
  readonly supplier: string
  readonly reading: number
  readonly parsing: number
  readonly mapping: number
}

/** Where a search's CPU goes, by supplier: unpacking, `JSON.parse`, and the adapter's validating and mapping, ms for 100 hotels. */
export async function shares(url: string): Promise<ShareRow[]> {
  const sent: Sent[] = []
  const { deps, close } = createDeps(url, (one) => sent.push(one))
  const [asked] = questions(100)
  if (!asked) return []
  await search(deps, asked)
  const rows: ShareRow[] = []
  // One after the other: together they would be counted in each other's time.
  for (const { code } of SUPPLIERS) rows.push(await shareOf(deps, asked, sentBy(sent, code)))
  await close()
  return rows
}

function sentBy(sent: readonly Sent[], code: string): Sent {
  const one = sent.find((candidate) => candidate.code === code)
  if (!one) throw new Error(`${code} was not asked`)
  return one
}

const RUNS = sized(200, 2)

function timed(work: () => unknown): number {
  for (let warm = 0; warm < RUNS; warm++) work()
  const since = performance.now()
  for (let count = 0; count < RUNS; count++) work()
  return (performance.now() - since) / RUNS
}

async function shareOf(deps: AskDeps, { question, hotels }: Question, { code, response }: Sent): Promise<ShareRow> {
  const text = JSON.stringify(response.json)
  const packed = gzipSync(text, { level: 1 })
  const { supplier, call } = await deps.suppliers.open(`conn_${code}`, 'search', {
    organizationId: null,
    requestId: 'bench',
    language: 'en',
    customerIp: '192.0.2.1',
    sessionId: null,
    userAgent: null,
    signal: null,
    timeoutMs: null,
  })
  const replayed: SupplierCall = { ...call, fetch: async () => ({ ok: true, value: response }) }
  const supplierHotelIds = hotels.flatMap(({ suppliers }) =>
    suppliers.filter(({ supplierCode }) => supplierCode === code).map(({ supplierHotelId }) => supplierHotelId),
  )
  function map(): Promise<unknown> {
    return supplier.search(replayed, { ...question, supplierHotelIds })
  }
  for (let warm = 0; warm < RUNS; warm++) await map()
  const since = performance.now()
  for (let count = 0; count < RUNS; count++) await map()
  const mapping = (performance.now() - since) / RUNS
  return {
    supplier: code,
    reading: Number(timed(() => gunzipSync(packed).toString()).toFixed(2)),
    parsing: Number(timed(() => JSON.parse(text)).toFixed(2)),
    mapping: Number(mapping.toFixed(2)),
  }
}
