import { createMemoryCache } from '../src/cache/memory.ts'
import { addDays } from '../src/domain/time.ts'
import { type AskDeps, type AskedHotel, askSuppliers } from '../src/operations/prices/ask-suppliers.ts'
import type { PriceQuestion } from '../src/operations/prices/known-price.ts'
import { createPriceMemory } from '../src/operations/prices/price-memory.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { pooledRandomBytes } from '../src/platform/random-bytes.ts'
import { createSingleFlight } from '../src/platform/single-flight.ts'
import { sandboxCatalogue } from '../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../src/sandbox/suppliers/credentials.ts'
import type { EnabledSupplier } from '../src/store/organizations.ts'
import { createSupplierDirectory } from '../src/suppliers/directory.ts'
import { SUPPLIERS } from '../src/suppliers/registry.ts'
import type { SupplierRequest, SupplierResponse } from '../src/suppliers/supplier-call.ts'
import { createSupplierClient } from '../src/suppliers/supplier-client.ts'
import { sized } from './size.ts'

/** Each search asks for another stay, so that none is answered by a flight or a cache of another. */
export const STAYS = sized(24, 2)

export type Question = { readonly question: PriceQuestion; readonly hotels: readonly AskedHotel[] }
export type Sent = { readonly code: string; readonly request: SupplierRequest; readonly response: SupplierResponse }

const ENABLED: readonly EnabledSupplier[] = SUPPLIERS.map(({ code }) => ({
  supplierCode: code,
  connectionId: `conn_${code}`,
  markets: null,
}))

/** What the fan-out needs of a gateway: everything real but the database, which it does not touch. */
export function createDeps(url: string, onSent: (sent: Sent) => void): { deps: AskDeps; close: () => Promise<void> } {
  const clock = createClock()
  const suppliers = createSupplierDirectory({
    registry: SUPPLIERS,
    clock,
    loadConnection: async (connectionId) => {
      const supplierCode = connectionId.slice('conn_'.length)
      const credentials = Object.entries(SANDBOX_CREDENTIALS).find(([code]) => code === supplierCode)?.[1] ?? {}
      return { connectionId, supplierCode, baseUrl: null, credentials, settings: {} }
    },
    placeOf: async ({ code }) => ({ baseUrl: `${url}/${code.replace('_', '-')}`, hasWorlds: false }),
    createLine: (supplier, connectionId) => {
      const line = createSupplierClient(supplier, clock.real, {
        onExchange: () => undefined,
        onRefusal: (operation, kind) => console.error(`${connectionId} ${operation} was not sent: ${kind}`),
        onBreaker: (state) => console.error(`${connectionId} is ${state}`),
      })
      const fetch: typeof line.fetch = async (wanted) => {
        const answer = await line.fetch(wanted)
        if (answer.ok) onSent({ code: supplier.code, request: wanted, response: answer.value })
        return answer
      }
      return { ...line, fetch }
    },
  })
  const metrics = {
    countDroppedRates: () => undefined,
    countWithheldRate: () => undefined,
    countCacheReads: () => undefined,
  }
  const cache = createMemoryCache({ clock })
  const deps: AskDeps = {
    suppliers,
    clock,
    priceMemory: createPriceMemory({ cache, metrics, randomBytes: pooledRandomBytes() }),
    flights: createSingleFlight(),
    credentials: { hear: (_connection, answer) => answer, refused: () => [] },
    metrics,
    log: createLogger('silent'),
    // A rejection that nobody handles ends the bench, as it should.
    background: {
      follow: (_name, work) => void work,
      ending: new AbortController().signal,
      idle: async () => undefined,
    },
  }
  return { deps, close: suppliers.close }
}

export function questions(count: number): Question[] {
  const { supplierHotels } = sandboxCatalogue({ everySupplierSellsAll: true })
  const byHotel = Map.groupBy(supplierHotels, ({ hotelId }) => hotelId)
  const hotels = [...byHotel]
    .filter(([, listings]) => listings.length === SUPPLIERS.length)
    .slice(0, count)
    .map(([hotelId, suppliers]) => ({ hotelId, suppliers }))
  const today = new Date().toISOString().slice(0, 10)
  const time = createClock().of('bench')
  return Array.from({ length: STAYS }, (_, index) => {
    const checkInDate = addDays(today, 30 + index)
    const stay = { checkInDate, checkOutDate: addDays(checkInDate, 2) }
    return { question: { stay, occupancy: [{ adults: 2, childAges: [] }], nationality: 'GB', time }, hotels }
  })
}

export async function search(deps: AskDeps, { question, hotels }: Question): Promise<number> {
  const since = performance.now()
  const providers = await askSuppliers(deps, {
    question,
    hotels,
    suppliers: ENABLED,
    // As a live search asks.
    writesLater: true,
    context: {
      organizationId: null,
      requestId: 'bench',
      language: 'en',
      customerIp: '192.0.2.1',
      sessionId: null,
      userAgent: null,
      signal: null,
      timeoutMs: null,
    },
  })
  for (const { supplierCode, outcome } of providers)
    if (outcome !== 'PRICED') throw new Error(`${supplierCode}: ${outcome}`)
  return performance.now() - since
}
