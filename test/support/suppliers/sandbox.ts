import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { BookingMode, RoomRate } from '../../../src/domain/rate.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import { createClock } from '../../../src/platform/clock.ts'
import { type SandboxCatalogue, sandboxCatalogue } from '../../../src/sandbox/catalogue/catalogue.ts'
import { SCENARIO_PLAYS } from '../../../src/sandbox/scenarios.ts'
import { createMemoryFaults, createMemoryState } from '../../../src/sandbox/suppliers/memory-state.ts'
import { startSandboxSuppliers } from '../../../src/sandbox/suppliers/server.ts'
import type { SandboxState } from '../../../src/sandbox/suppliers/state.ts'
import { createSupplierFetch } from '../../../src/suppliers/fetch.ts'
import type { BookingReference, BookRequest, Supplier, SupplierBooking } from '../../../src/suppliers/supplier.ts'
import type {
  SupplierCall,
  SupplierFetch,
  SupplierOperation,
  SupplierRequest,
  WriteOutcome,
} from '../../../src/suppliers/supplier-call.ts'
import { dayFromNow } from '../day-from-now.ts'
import { callTo } from './call.ts'
import { startWatchedWire, type WireExchange } from './watched-wire.ts'

export type SupplierSandbox = {
  readonly catalogue: SandboxCatalogue
  readonly clock: Clock
  readonly faults: ReturnType<typeof createMemoryFaults>
  /** Errors that the sandbox logged; in the project `spec` also violations of a specification, on either side of the wire. */
  readonly wrong: string[]
  /** `METHOD /path status` of every exchange. */
  readonly exchanges: Set<string>
  readonly operations: Set<SupplierOperation>
  readonly call: (supplier: Supplier, changes?: Partial<SupplierCall>) => SupplierCall
  readonly close: () => Promise<void>
}

/** The sandbox suppliers on a port of their own, behind a watched wire. */
export async function startSupplierSandbox(
  observe: (exchange: WireExchange) => void = () => undefined,
): Promise<SupplierSandbox> {
  const catalogue = sandboxCatalogue()
  const clock = createClock()
  const faults = createMemoryFaults()
  const wrong: string[] = []
  const exchanges = new Set<string>()
  const operations = new Set<SupplierOperation>()
  const states = new Map<string, SandboxState>()
  const server = await startSandboxSuppliers({
    clock,
    catalogue: () => catalogue,
    state: (code) => {
      const state = states.get(code) ?? createMemoryState()
      states.set(code, state)
      return state
    },
    faults,
    log: { debug: () => undefined, error: (fields, message) => wrong.push(`${message} ${JSON.stringify(fields)}`) },
    port: 0,
  })
  const fetch = createSupplierFetch()
  const wire = await startWatchedWire(server.baseUrls, {
    wrong,
    observe(exchange) {
      exchanges.add(`${exchange.operation} ${exchange.status}`)
      observe(exchange)
    },
  })
  async function noted(request: SupplierRequest): ReturnType<SupplierFetch> {
    operations.add(request.operation)
    return fetch(request)
  }

  return {
    catalogue,
    clock,
    faults,
    wrong,
    exchanges,
    operations,
    call: ({ code }, changes) =>
      callTo({
        code,
        baseUrl: wire.baseUrls[code] ?? '',
        fetch: noted,
        nowAt: clock.real(),
        timeoutMs: 5_000,
        ...changes,
      }),
    close: async () => {
      await wire.close()
      await server.close()
      await fetch.close()
    },
  }
}

/** A deadline for what a test needs before what it is about. */
export const UNHURRIED_MS = 60_000

/** The supplier's own id of a scenario's hotel. */
export function scenarioAt(supplier: Supplier, slug: string): string {
  return SCENARIO_PLAYS.find((play) => play.slug === slug && play.supplierCode === supplier.code)?.supplierHotelId ?? ''
}

export const COUPLE: Occupancy = [{ adults: 2, childAges: [] }]
export const PARTIES: Occupancy = [
  { adults: 2, childAges: [7] },
  { adults: 1, childAges: [] },
  { adults: 2, childAges: [7] },
]

export function questionFor(occupancy: Occupancy) {
  return {
    stay: { checkInDate: dayFromNow(60), checkOutDate: dayFromNow(62) },
    occupancy,
    nationality: 'GB',
  }
}

let minted = 0

export function bookingOf(
  rate: RoomRate,
  question: ReturnType<typeof questionFor>,
  mode: BookingMode = 'INSTANT',
): BookRequest {
  minted += 1
  return {
    supplierReference: `TEST${String(minted).padStart(4, '0')}${Date.now().toString(36).toUpperCase()}`,
    mode,
    rate,
    stay: question.stay,
    nationality: question.nationality,
    holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests: question.occupancy.map((_, roomIndex) => ({
      roomIndex,
      type: 'ADULT',
      givenName: 'Ada',
      familyName: 'Lovelace',
      age: null,
    })),
    specialRequests: 'high floor <please> & thank you',
  }
}

export function referenceOf(
  { supplierReference }: Pick<BookRequest, 'supplierReference'>,
  outcome?: WriteOutcome<SupplierBooking>,
): BookingReference {
  return {
    supplierReference,
    supplierBookingId: outcome?.outcome === 'ACCEPTED' ? outcome.value.supplierBookingId : null,
    supplierPayload: outcome?.outcome === 'ACCEPTED' ? outcome.value.supplierPayload : {},
    holderEmail: 'ada@example.com',
    bookedAt: Date.now(),
  }
}
