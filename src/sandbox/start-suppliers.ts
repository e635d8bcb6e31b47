import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { RootDatabase } from '../store/database.ts'
import { createSandboxFaultStore } from '../store/sandbox-faults.ts'
import { createSandboxRecordStore } from '../store/sandbox-records.ts'
import { createSupplierConnectionStore } from '../store/supplier-connections.ts'
import { announcedGatewayUrl, announceSuppliers } from './announced.ts'
import type { SandboxCatalogue } from './catalogue/catalogue.ts'
import { sandboxConnectionId } from './seed.ts'
import { type SandboxServer, startSandboxSuppliers } from './suppliers/server.ts'
import { acceptedBy, type SandboxFaults, type SandboxState } from './suppliers/state.ts'

type SandboxSuppliersOptions = {
  readonly database: RootDatabase
  readonly clock: Clock
  readonly log: Logger
  readonly catalogue: () => SandboxCatalogue | Promise<SandboxCatalogue>
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
  await announceSuppliers(options.database, server.baseUrls)
  return server
}

async function notificationUrl(database: RootDatabase, supplierCode: string): Promise<string | null> {
  const url = await announcedGatewayUrl(database)
  const connection = await createSupplierConnectionStore(database).find(sandboxConnectionId(supplierCode))
  return url === null || !connection ? null : `${url}/supplier-notifications/${connection.notificationToken}`
}

/** The stored values were JSON when they were written. */
function stateOf(database: RootDatabase, supplierCode: string): SandboxState {
  return createSandboxRecordStore(database, supplierCode) as SandboxState
}

function faultsOf(database: RootDatabase): SandboxFaults {
  const store = createSandboxFaultStore(database)
  return {
    take: async ({ organizationId, ...call }) => {
      const accepts = acceptedBy(call)
      // Static content is read by the operator, for everybody: whoever wants it spoilt, spoils it.
      const isSomebodys = organizationId !== null || call.operation === 'content'
      const taken = isSomebodys ? await store.take({ ...call, organizationId, accepts }) : null
      return accepts.find((fault) => fault === taken) ?? null
    },
  }
}
