import type { Config } from './config.ts'
import { connectPostgres, type Postgres } from './connect-postgres.ts'
import { killAt } from './kill-at.ts'
import { admitMasterKeys } from './operations/operator/key-material/admit-master-keys.ts'
import { createSeals, SEALED_PLACES, type Seals } from './operations/operator/key-material/sealed-places.ts'
import { type Background, createBackground } from './platform/background.ts'
import { type Clock, createClock } from './platform/clock.ts'
import type { Listener } from './platform/listener.ts'
import type { Logger } from './platform/logger.ts'
import { createMac, type Mac } from './platform/mac.ts'
import { loadMasterKey, type MasterKeys, toMasterKeys } from './platform/master-key.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createNames, type Names } from './platform/names/names.ts'
import { setPatience } from './platform/patience.ts'
import type { PostgresProbe } from './platform/postgres-probe.ts'
import { pooledRandomBytes } from './platform/random-bytes.ts'
import type { Tracing } from './platform/request-trace.ts'
import type { GuardOptions } from './relay/guard.ts'
import { setStockShift } from './sandbox/catalogue/stock-day.ts'
import type { RootDatabase } from './store/database.ts'
import { followDatabaseClock } from './store/database-clock.ts'
import { followSandboxClocks } from './store/follow-sandbox-clocks.ts'
import { createKeyMaterialStore } from './store/key-material.ts'
import { createStore, type Store } from './store/store.ts'

/** What every role needs: no supplier, no search, no facade. */
export type Foundation = {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /** Null: traces are not collected. */
  readonly tracing: Tracing | null
  readonly database: RootDatabase
  readonly listener: Listener
  /** The state of Postgres, for the readiness check. */
  readonly probe: PostgresProbe
  readonly replicaFault: Postgres['replicaFault']
  /** What each part that has been started says to be wrong with itself; null: nothing. */
  readonly partFaults: Map<'export', () => string | null>
  readonly store: Store
  readonly masterKeys: MasterKeys
  readonly seals: Seals
  /** Derives the keys of the seeded organizations, which are the same at every start. */
  readonly seedMac: Mac
  readonly names: Names
  /** Where webhooks may be sent. */
  readonly guard: GuardOptions
  readonly background: Background
  readonly randomBytes: (size: number) => Uint8Array
  readonly killPoint: ReturnType<typeof killAt>
  /** Waits for background work, then closes every connection. */
  readonly close: () => Promise<void>
}

export type FoundationOptions = {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
}

type Closers = (() => Promise<unknown>)[]

/** When Postgres refuses it, closes every connection and throws. */
export async function layFoundation(options: FoundationOptions): Promise<Foundation> {
  const opened: Closers = []
  try {
    return await lay(options, opened)
  } catch (error) {
    await Promise.allSettled(opened.map((close) => close()))
    throw error
  }
}

async function lay({ config, log, databaseUrl }: FoundationOptions, opened: Closers): Promise<Foundation> {
  setPatience(config.patience)
  setStockShift(config.sandboxStockShiftDays)
  const clock = createClock({ worlds: config.environment === 'sandbox' })
  const metrics = createMetrics()
  // OpenTelemetry is loaded only when traces are collected.
  const tracing = config.tracing && (await import('./platform/tracing.ts')).createTracing(config.tracing)
  const postgres = await connectPostgres({ config, url: databaseUrl, log, metrics })
  const { database, listener, probe, replicaFault } = postgres
  opened.push(postgres.close)
  const masterKeys = await openMasterKeys(config, database)
  if (config.environment === 'sandbox') await followSandboxClocks(database, listener, { clock, log })
  const databaseClock = await followDatabaseClock(database, { clock, log })
  opened.push(async () => databaseClock.stop())
  const names = createNames({ servers: config.dnsServers })
  const background = createBackground(log)
  return {
    config,
    log,
    clock,
    metrics,
    tracing,
    database,
    listener,
    probe,
    replicaFault,
    partFaults: new Map(),
    store: createStore(database, postgres.lists),
    masterKeys,
    seals: createSeals(masterKeys),
    seedMac: createMac(masterKeys, SEALED_PLACES.credentials.purpose),
    names,
    guard: {
      names,
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      deniedNetworks: config.webhookDeniedNetworks,
      allowedNetworks: config.webhookAllowedNetworks,
      proxyUrl: config.webhookProxyUrl,
    },
    background,
    randomBytes: pooledRandomBytes(),
    killPoint: killAt(config.killPoint, config.killPointSignal),
    close: async () => {
      await background.idle()
      databaseClock.stop()
      names.close()
      await postgres.close()
      await tracing?.close()
    },
  }
}

/**
 * The master keys of this process, after the check that they match the database. Throws an error that says in one line what to
 * do.
 */
async function openMasterKeys(config: Config, database: RootDatabase): Promise<MasterKeys> {
  const given = await loadMasterKey(config.masterKey, config.dataDir)
  const keys = toMasterKeys(given, config.masterKeyOpenOnly)
  const admitted = await admitMasterKeys(createKeyMaterialStore(database), keys)
  if (admitted.ok) return keys
  throw new Error(admitted.error)
}
