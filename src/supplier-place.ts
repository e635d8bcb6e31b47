import type { Config } from './config.ts'
import { announcedSandboxUrl } from './sandbox/announced.ts'
import type { RootDatabase } from './store/database.ts'
import type { SupplierPlace } from './suppliers/directory.ts'
import type { Supplier } from './suppliers/supplier.ts'

type Connected = {
  readonly supplier: Supplier
  readonly baseUrl: string | null
  readonly own: Readonly<Record<string, string>> | null
}

/**
 * Where a connection leads. Without a URL of its own, a sandbox's is in this process, else where the settings say, else where one was
 * started last. A sandbox's connection to this machine leads to our suppliers as well, through whatever stands before them.
 */
export async function placeOf(
  config: Config,
  database: RootDatabase,
  { supplier, baseUrl: named, own }: Connected,
): Promise<SupplierPlace> {
  if (config.environment === 'production') return { baseUrl: named ?? supplier.baseUrls.production, hasWorlds: false }
  if (named !== null)
    return { baseUrl: named, hasWorlds: URL.canParse(named) && new URL(named).hostname === '127.0.0.1' }
  const configured = config.sandboxSuppliersUrl && `${config.sandboxSuppliersUrl}/${supplier.code.replace('_', '-')}`
  const baseUrl = own?.[supplier.code] ?? (configured || (await announcedSandboxUrl(database, supplier.code)))
  return baseUrl === null ? { baseUrl: supplier.baseUrls.sandbox, hasWorlds: false } : { baseUrl, hasWorlds: true }
}
