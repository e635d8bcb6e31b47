import { type Fault, SANDBOX_FAULTS } from '../domain/sandbox-faults.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { RootDatabase } from '../store/database.ts'
import { createSandboxFaultStore } from '../store/sandbox-faults.ts'
import { createSandboxRecordStore } from '../store/sandbox-records.ts'
import { createSupplierConnectionStore } from '../store/supplier-connections.ts'
import type { SandboxCatalogue } from './catalogue/catalogue.ts'
import { sandboxConnectionId } from './seed.ts'
import { type SandboxServer, startSandboxSuppliers } from './suppliers/server.ts'
import type { SandboxFaults, SandboxState } from './suppliers/state.ts'

type SandboxSuppliersOptions = {
  readonly database: RootDatabase
  readonly clock: Clock
  readonly log: Logger
  readonly catalogue: SandboxCatalogue
  readonly stock: 'awkward' | 'plain'
  /** 0 means any free port. */
  readonly port: number
}

/** Starts sandbox suppliers that store their bookings in Postgres, so that these survive the process. */
export async function startStoredSandboxSuppliers(options: SandboxSuppliersOptions): Promise<SandboxServer> {
  const server = await startSandboxSuppliers({
    clock: options.clock,
    catalogue: options.catalogue,
    stock: options.stock,
    state: (supplierCode) => stateOf(options.database, supplierCode),
    faults: faultsOf(options.database),
    notificationUrl: (supplierCode) => notificationUrl(options.database, supplierCode),
    log: options.log,
    port: options.port,
  })
  await createSandboxRecordStore(options.database, ANNOUNCED).put(ANNOUNCED, ANNOUNCED, server.baseUrls)
  return server
}

/** The record in which other processes (workers, the admin command) find the sandbox suppliers that were started last. */
const ANNOUNCED = 'sandbox-suppliers'

/** The URL of the sandbox supplier that was started last; null when none was ever started. */
export async function announcedSandboxUrl(database: RootDatabase, supplierCode: string): Promise<string | null> {
  const urls = await createSandboxRecordStore(database, ANNOUNCED).get(ANNOUNCED, ANNOUNCED)
  // The record was written by the function above.
  return (urls as Record<string, string> | null)?.[supplierCode] ?? null
}

/** The record in which sandbox suppliers find the gateway that receives their notifications. */
const NOTIFIED = 'supplier-notifications'

/** Records the gateway's URL: the gateway that was started last receives the notifications of its sandbox suppliers. */
export function announceGateway(database: RootDatabase, url: string): Promise<void> {
  return createSandboxRecordStore(database, ANNOUNCED).put(NOTIFIED, NOTIFIED, { url })
}

async function notificationUrl(database: RootDatabase, supplierCode: string): Promise<string | null> {
  const announced = await createSandboxRecordStore(database, ANNOUNCED).get(NOTIFIED, NOTIFIED)
  // The record was written by the function above.
  const url = (announced as { url: string } | null)?.url
  const connection = await createSupplierConnectionStore(database).find(sandboxConnectionId(supplierCode))
  return url === undefined || !connection ? null : `${url}/supplier-notifications/${connection.notificationToken}`
}

/** The stored values were JSON when they were written. */
function stateOf(database: RootDatabase, supplierCode: string): SandboxState {
  return createSandboxRecordStore(database, supplierCode) as SandboxState
}

function faultsOf(database: RootDatabase): SandboxFaults {
  const store = createSandboxFaultStore(database)
  return {
    take: async ({ organizationId, ...call }) => {
      const taken = organizationId === null ? null : await store.take({ organizationId, ...call })
      return isFault(taken) ? taken : null
    },
  }
}

function isFault(text: string | null): text is Fault {
  return SANDBOX_FAULTS.some((fault) => fault === text)
}

/** How long a sandbox supplier may take to take a lever's request. */
const LEVER_TIMEOUT_MS = 5_000

type Message = {
  readonly supplierCode: string
  readonly supplierReference: string
  readonly kind: string
  readonly text?: string | undefined
  readonly undeliverable?: boolean | undefined
}

/** Has the sandbox supplier that was started last send a message; false when it sends none, or has no such booking. */
export async function sendSandboxMessage(
  database: RootDatabase,
  { supplierCode, supplierReference: reference, ...message }: Message,
): Promise<boolean> {
  const baseUrl = await announcedSandboxUrl(database, supplierCode)
  if (baseUrl === null) return false
  const answer = await fetch(`${baseUrl}/messages`, {
    method: 'POST',
    body: JSON.stringify({ reference, ...message }),
    signal: AbortSignal.timeout(LEVER_TIMEOUT_MS),
  })
  await answer.arrayBuffer()
  return answer.ok
}
