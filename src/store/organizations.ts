import type { ConnectionScope } from '../domain/connection-scope.ts'
import type { RateCondition, SellingPriceRule } from '../domain/selling.ts'
import type { ConfiguredTerms } from '../domain/supplier-terms.ts'
import type { Instant } from '../domain/time.ts'
import type { OrganizationModel } from './client/models.ts'
import { type Database, DB_NULL, json } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

export type Organization = {
  readonly organizationId: string
  readonly name: string
  /** EUR: the hotel list shows prices in EUR; null: in USD. */
  readonly listCurrency: string | null
  readonly rateLimitFactor: number
  /** Points per minute by class, where they differ from the default. */
  readonly rateLimits: Readonly<Record<string, number>>
  /**
   * Supplier codes in the order in which their prices represent a hotel; suppliers that are not listed follow in the order in
   * which they were connected.
   */
  readonly supplierOrder: readonly string[]
  /** The conditions of rates that it sells besides those that are sold alone and openly. */
  readonly rateConditions: readonly RateCondition[]
  /** True: it sells to members of a closed group only. */
  readonly closedUserGroup: boolean
  readonly sellingPriceRule: SellingPriceRule
  /** Whom its vouchers name for questions; null: nobody. */
  readonly voucherContact?: VoucherContact | null
  /** Null: it has never searched, or before this was written down. */
  readonly firstSearchedAt?: Instant | null
}

export type VoucherContact = { readonly name: string; readonly phone: string | null; readonly email: string | null }

/** A supplier that an organization may use, and a connection through which it does. */
export type EnabledSupplier = {
  readonly supplierCode: string
  readonly connectionId: string
  /** The guests' nationalities that the connection may sell to; null allows all. */
  readonly markets: readonly string[] | null
  /** The countries (ISO 3166-1 alpha-2) of the hotels that the connection may sell; absent or null: all. */
  readonly countries?: readonly string[] | null
  /** The terms that the connection names; absent or null: none. */
  readonly terms?: ConfiguredTerms | null
}

/** A connection that an organization is linked to. */
type LinkedConnection = Pick<EnabledSupplier, 'supplierCode' | 'connectionId'> & {
  /** True: it stands beside the one that the organization has of the supplier, for other markets or destinations. */
  readonly isFurther?: boolean
}

/** Null: no such bound. */
type OverviewFilter = { readonly after: string | null; readonly named: string | null; readonly limit: number }

/** An organization in a list. */
export type OrganizationOverview = Pick<
  Organization,
  'organizationId' | 'name' | 'listCurrency' | 'rateLimitFactor'
> & {
  readonly createdAt: Instant
  /** Keys that can be used now, and when one was used last; null: never. */
  readonly keys: number
  readonly lastUsedAt: Instant | null
  /** The codes of those that are enabled. */
  readonly suppliers: readonly string[]
  readonly people: number
  /** Endpoints for webhooks that are disabled or only fail. */
  readonly sickEndpoints: number
}

const IN_ORDER = [{ connectedAt: 'asc' as const }, { supplierCode: 'asc' as const }, { connectionId: 'asc' as const }]

export function createOrganizationStore(db: Database) {
  return {
    insert: async (organization: Organization, now: Instant): Promise<void> => {
      const { organizationId, rateLimits, supplierOrder, rateConditions, voucherContact, ...others } = organization
      const { firstSearchedAt: _, ...rest } = others
      await db.organization.create({
        data: {
          id: organizationId,
          ...rest,
          rateLimits: json(rateLimits),
          supplierOrder: [...supplierOrder],
          rateConditions: [...rateConditions],
          ...(voucherContact ? { voucherContact: json(voucherContact) } : {}),
          createdAt: toDate(now),
        },
      })
    },

    find: async (organizationId: string): Promise<Organization | null> => {
      const row = await db.organization.findUnique({ where: { id: organizationId } })
      return row && toOrganization(row)
    },

    /** Writes down when the organization first searched, unless that is known. */
    markSearched: async (organizationId: string, now: Instant): Promise<void> => {
      await db.organization.updateMany({
        where: { id: organizationId, firstSearchedAt: null },
        data: { firstSearchedAt: toDate(now) },
      })
    },

    /** Locks the organization. Other transactions that lock it wait until this one has ended. */
    lock: async (organizationId: string): Promise<void> => {
      await db.$queryRaw`SELECT 1 AS one FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
    },

    list: async (): Promise<Organization[]> => {
      const rows = await db.organization.findMany({ orderBy: { id: 'asc' } })
      return rows.map(toOrganization)
    },

    /**
     * Organizations after an id, those whose id or name has `named` in it, each with what it uses. Counts are of few rows: one
     * organization's keys, suppliers and people.
     */
    overview: ({ after, named, limit }: OverviewFilter): Promise<OrganizationOverview[]> => db.$queryRaw<
      OrganizationOverview[]
    >`
      SELECT id AS "organizationId", name, list_currency AS "listCurrency", rate_limit_factor AS "rateLimitFactor",
        floor(extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
        (SELECT count(*)::int FROM api_keys WHERE organization_id = asked.id AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > gateway_now())) AS keys,
        (SELECT floor(extract(epoch FROM max(last_used_at)) * 1000)::float8 FROM api_keys
          WHERE organization_id = asked.id) AS "lastUsedAt",
        ARRAY(SELECT supplier_code FROM organization_suppliers WHERE organization_id = asked.id AND enabled
          ORDER BY supplier_code) AS suppliers,
        (SELECT count(*)::int FROM console_users WHERE organization_id = asked.id AND disabled_at IS NULL) AS people,
        (SELECT count(*)::int FROM webhook_endpoints WHERE organization_id = asked.id AND deleted_at IS NULL
          AND (NOT enabled OR failing_since IS NOT NULL)) AS "sickEndpoints"
      FROM organizations asked
      WHERE id > ${after ?? ''} AND (${named}::text IS NULL OR strpos(lower(id), lower(${named})) > 0
        OR strpos(lower(name), lower(${named})) > 0)
      ORDER BY id LIMIT ${limit}::int`,

    madeAt: async (organizationId: string): Promise<Instant | null> => {
      const where = { id: organizationId }
      const row = await db.organization.findUnique({ where, select: { createdAt: true } })
      return row && toInstant(row.createdAt)
    },

    update: async (
      organizationId: string,
      changes: Partial<Omit<Organization, 'organizationId' | 'firstSearchedAt'>>,
    ): Promise<boolean> => {
      const { rateLimits, supplierOrder, rateConditions, voucherContact, ...rest } = changes
      const { count } = await db.organization.updateMany({
        where: { id: organizationId },
        data: {
          ...rest,
          ...(rateLimits ? { rateLimits: json(rateLimits) } : {}),
          ...(supplierOrder ? { supplierOrder: [...supplierOrder] } : {}),
          ...(rateConditions ? { rateConditions: [...rateConditions] } : {}),
          ...(voucherContact === undefined ? {} : { voucherContact: voucherContact ? json(voucherContact) : DB_NULL }),
        },
      })
      return count === 1
    },

    /** Every enabled connection, in the order in which they were connected: several of a supplier, where it has further ones. */
    enabledSuppliers: async (organizationId: string): Promise<EnabledSupplier[]> =>
      (await linksOf(db, organizationId))
        .filter(({ enabled }) => enabled)
        .map(({ supplierCode, connectionId, connection: { settings } }) => ({
          supplierCode,
          connectionId,
          ...scopeOf(settings),
          terms: configuredTerms(settings),
        })),

    /** Links a connection, as the one of its supplier or as a further one, or enables or disables the link. */
    setSupplier: async (
      organizationId: string,
      { supplierCode, connectionId, isFurther = false }: LinkedConnection,
      enabled: boolean,
    ): Promise<void> => {
      if (isFurther)
        await db.furtherConnection.upsert({
          where: { organizationId_connectionId: { organizationId, connectionId } },
          create: { organizationId, supplierCode, connectionId, enabled },
          update: { enabled },
        })
      else
        await db.organizationSupplier.upsert({
          where: { organizationId_supplierCode: { organizationId, supplierCode } },
          create: { organizationId, supplierCode, connectionId, enabled },
          update: { connectionId, enabled },
        })
    },

    /** Every connection that the organization is linked to, enabled or not, in the order in which they were connected. */
    listSuppliers: (organizationId: string) => linksOf(db, organizationId),
  }
}

async function linksOf(db: Database, organizationId: string) {
  const [first, further] = await Promise.all([
    db.organizationSupplier.findMany({ where: { organizationId }, include: { connection: true }, orderBy: IN_ORDER }),
    db.furtherConnection.findMany({ where: { organizationId }, include: { connection: true }, orderBy: IN_ORDER }),
  ])
  const known = new Set(first.map(({ connectionId }) => connectionId))
  return [
    ...first.map((link) => ({ ...link, isFurther: false })),
    // The version before may have made one of them the connection of its supplier.
    ...further.filter(({ connectionId }) => !known.has(connectionId)).map((link) => ({ ...link, isFurther: true })),
  ].sort((a, b) => a.connectedAt.getTime() - b.connectedAt.getTime())
}

/** What connections with these settings may sell. The adapter has checked the settings before they were stored. */
export function scopeOf(settings: unknown): ConnectionScope {
  const { markets = null, countries = null } = settings as Partial<ConnectionScope>
  return { markets, countries }
}

/** The terms that a connection names. The adapter has checked the settings before they were stored. */
export function configuredTerms(settings: unknown): ConfiguredTerms | null {
  return (settings as { readonly supplierTerms?: ConfiguredTerms }).supplierTerms ?? null
}

function toOrganization(row: OrganizationModel): Organization {
  return {
    organizationId: row.id,
    name: row.name,
    listCurrency: row.listCurrency,
    rateLimitFactor: row.rateLimitFactor,
    // Only this file writes the column.
    rateLimits: row.rateLimits as Record<string, number>,
    supplierOrder: row.supplierOrder,
    rateConditions: row.rateConditions as RateCondition[],
    closedUserGroup: row.closedUserGroup,
    sellingPriceRule: row.sellingPriceRule as SellingPriceRule,
    voucherContact: row.voucherContact as VoucherContact | null,
    firstSearchedAt: toInstantOrNull(row.firstSearchedAt),
  }
}
