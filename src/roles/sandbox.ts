import type { Foundation } from '../foundation.ts'
import { lazily } from '../platform/lazily.ts'
import { type SeededKeys, seedSandbox } from '../sandbox/seed.ts'
import { makeSignInPaths, type SignInPaths } from '../sandbox/seed-people.ts'
import type { SandboxServer } from '../sandbox/suppliers/server.ts'

type SandboxParts = {
  /** Brings what every sandbox begins with into the database; returns the keys of its organizations. */
  readonly seed: () => Promise<SeededKeys>
  /** Paths that sign the sandbox's people in, once each. */
  readonly signInPaths: () => Promise<SignInPaths>
  /** The role `suppliers`: the sandboxes of the four suppliers. */
  readonly startSuppliers: () => Promise<SandboxServer>
}

export function sandboxParts({
  config,
  store,
  seals,
  seedMac,
  database,
  clock,
  randomBytes,
  log,
}: Foundation): SandboxParts {
  const catalogue = lazily(async () => (await import('../sandbox/catalogue/catalogue.ts')).sandboxCatalogue())
  return {
    seed: () =>
      seedSandbox({
        store,
        catalogue: config.sandboxCatalogue ? catalogue : null,
        credentialSeal: seals.credentials,
        seedMac,
        now: clock.real,
        apiKey: config.sandboxApiKey,
      }),
    signInPaths: () => makeSignInPaths({ store, randomBytes, now: clock.real }),
    startSuppliers: async () => {
      const { startStoredSandboxSuppliers } = await import('../sandbox/start-suppliers.ts')
      return startStoredSandboxSuppliers({
        database,
        clock,
        log,
        catalogue,
        stock: config.sandboxStock,
        port: config.sandboxSuppliersPort,
      })
    },
  }
}
