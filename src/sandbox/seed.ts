import { createHash } from 'node:crypto'
import { type Instant, SECOND_MS } from '../domain/time.ts'
import { SCOPES } from '../operations/caller.ts'
import type { Mac } from '../platform/mac.ts'
import type { Seal } from '../platform/seal.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'
import type { Store } from '../store/store.ts'
import type { SandboxCatalogue } from './catalogue/catalogue.ts'
import { SANDBOX_USD_RATES } from './pricing.ts'
import { DEFAULT_HOLD_WINDOW_MS, RATEHAWK_CUT_OFF_MS } from './scenario-rows.ts'
import { seedPeople } from './seed-people.ts'
import { SANDBOX_CREDENTIALS } from './suppliers/credentials.ts'

type SeedDeps = {
  readonly store: Store
  /** Null: the operator fills the catalogue. */
  readonly catalogue: (() => Promise<SandboxCatalogue>) | null
  readonly credentialSeal: Seal
  /** Derives the API keys of the seeded organizations. */
  readonly seedMac: Mac
  readonly now: () => Instant
  /** The API key of the seeded organization; null: it is derived from the master key, so that it is the same at every start. */
  readonly apiKey: string | null
}

export type SeededKeys = {
  /** The key of the organization with 20 times the default rate limits. */
  readonly apiKey: string
  /** The key of the organization with the default rate limits. */
  readonly defaultLimitsKey: string
}

const ORGANIZATIONS = [
  { organizationId: 'org_sandbox', name: 'Sandbox partner', rateLimitFactor: 20 },
  { organizationId: 'org_sandbox_default', name: 'Sandbox partner with default limits', rateLimitFactor: 1 },
] as const

/** How often a seeding may come upon a row that another process has just made. */
const TRIES = 5
/** A second or two; on a machine that others keep busy it was seen to take twenty. */
const SEEDED_WITHIN_MS = 120_000

/**
 * Fills an empty sandbox, and updates one that older code has filled. Calling it again changes nothing; two gateways that start
 * on one empty database fill it together, each finding what the other has made.
 */
export async function seedSandbox(deps: SeedDeps, tries = TRIES): Promise<SeededKeys> {
  try {
    return await seedOnce(deps)
  } catch (error) {
    if (tries <= 1 || !isUniqueViolation(error, '')) throw error
    return seedSandbox(deps, tries - 1)
  }
}

async function seedOnce(deps: SeedDeps): Promise<SeededKeys> {
  if (deps.catalogue) await seedHotels(deps.store, deps.catalogue)
  await seedRates(deps)
  await seedConnections(deps)
  const keys = ORGANIZATIONS.map(({ organizationId }) => madeKey(deps.seedMac, organizationId))
  const [first = '', second = ''] = [deps.apiKey ?? keys[0], keys[1]]
  await seedOrganization(deps, ORGANIZATIONS[0], first)
  await seedOrganization(deps, ORGANIZATIONS[1], second)
  await seedPeople(deps)
  return { apiKey: first, defaultLimitsKey: second }
}

/** Fills an empty catalogue, or the contents of one from before there were any. Loads what makes them only then. */
async function seedHotels(store: Store, catalogue: () => Promise<SandboxCatalogue>): Promise<void> {
  const hasHotels = (await store.hotels.countHotels()) > 0
  if (hasHotels && !(await store.hotelContents.isEmpty())) return
  const [{ catalogueRows }, { pageContents }] = await Promise.all([
    import('./seed-catalogue.ts'),
    import('./catalogue/page-content.ts'),
  ])
  const made = await catalogue()
  const contents = pageContents(made)
  if (hasHotels) return store.hotelContents.insertMerged(contents)
  // Made before the transaction, which does not wait for it. One imports all: a later start skips the import as soon as the catalogue has a hotel.
  const rows = catalogueRows(made)
  await store.transaction(async (tx) => {
    await tx.catalogue.upsert(rows)
    await tx.hotelContents.insertMerged(contents)
  }, SEEDED_WITHIN_MS)
}

function madeKey(seed: Mac, organizationId: string): string {
  return `hdg_sandbox_${seed.mac(`api-key:${organizationId}`)}`
}

/** Adds missing exchange rates. A rate that an operator has set or retired is not changed. */
async function seedRates({ store, now }: SeedDeps): Promise<void> {
  const known = new Set((await store.exchangeRates.all()).map(({ quote }) => quote))
  for (const [quote, rate] of Object.entries(SANDBOX_USD_RATES))
    if (quote !== 'USD' && !known.has(quote)) await store.exchangeRates.set('USD', quote, { rate, now: now() })
}

export function sandboxConnectionId(supplierCode: string): string {
  return `conn_sandbox_${supplierCode}`
}

/** The settings of the sandbox's connections that differ from the defaults. */
const SETTINGS: Readonly<Record<string, Record<string, unknown>>> = {
  expedia_rapid: {
    holdWindowMs: DEFAULT_HOLD_WINDOW_MS,
    ownAddress: '81.2.69.160',
    supplierTerms: {
      version: '2026-01',
      supplierTermsUrl: 'https://expedia-rapid.example/terms/{language}',
      agentAgreementUrl: 'https://expedia-rapid.example/agents/{language}',
    },
  },
  ratehawk: {
    corporateEmail: 'bookings@sandbox.example',
    bookingCutOffSeconds: RATEHAWK_CUT_OFF_MS / SECOND_MS,
  },
}

/** Stores the sandbox connections. Credentials are sealed again at each start, because the code may expect new ones. */
async function seedConnections({ store, credentialSeal, now }: SeedDeps): Promise<void> {
  for (const [supplierCode, credentials] of Object.entries(SANDBOX_CREDENTIALS)) {
    const connectionId = sandboxConnectionId(supplierCode)
    await store.connections.upsert(
      {
        connectionId,
        supplierCode,
        environment: 'sandbox',
        name: `Sandbox ${supplierCode}`,
        baseUrl: null,
        credentials: credentialSeal.seal(JSON.stringify(credentials), connectionId),
        settings: SETTINGS[supplierCode] ?? {},
      },
      now(),
    )
  }
}

/** Creates an organization. What an operator has changed about an existing one is not overwritten. */
async function seedOrganization(
  { store, now }: SeedDeps,
  organization: (typeof ORGANIZATIONS)[number],
  apiKey: string,
): Promise<void> {
  const { organizationId } = organization
  if (!(await store.organizations.find(organizationId))) {
    await store.organizations.insert(
      {
        ...organization,
        listCurrency: null,
        rateLimits: {},
        supplierOrder: [],
        rateConditions: [],
        closedUserGroup: false,
        sellingPriceRule: 'TELL',
      },
      now(),
    )
  }
  const connected = new Set((await store.organizations.listSuppliers(organizationId)).map((row) => row.supplierCode))
  for (const supplierCode of Object.keys(SANDBOX_CREDENTIALS))
    if (!connected.has(supplierCode))
      await store.organizations.setSupplier(
        organizationId,
        { supplierCode, connectionId: sandboxConnectionId(supplierCode) },
        true,
      )
  const keyHash = createHash('sha256').update(apiKey).digest()
  if (await store.apiKeys.findByHash(keyHash)) return
  const keyId = `key_${keyHash.toString('hex').slice(0, 16)}`
  await store.apiKeys.insert(
    {
      keyId,
      organizationId,
      environment: 'sandbox',
      prefix: apiKey.slice(0, 16),
      scopes: SCOPES,
      createdAt: now(),
      expiresAt: null,
      addresses: [],
      rolledFrom: null,
    },
    keyHash,
  )
}
