import type { RateCondition, SellingPriceRule } from '../domain/selling.ts'
import type { ConfiguredTerms } from '../domain/supplier-terms.ts'
import type { Instant } from '../domain/time.ts'
import type { OrganizationModel } from './client/models.ts'
import { type Database, DB_NULL, json } from './database.ts'
import { toDate } from './instants.ts'

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
}

export type VoucherContact = { readonly name: string; readonly phone: string | null; readonly email: string | null }

/** A supplier that an organization may use, and the connection through which it does. */
export type EnabledSupplier = {
  readonly supplierCode: string
  readonly connectionId: string
  /** The guests' nationalities that the connection may sell to; null allows all. */
  readonly markets: readonly string[] | null
  /** The terms that the connection names; absent or null: none. */
  readonly terms?: ConfiguredTerms | null
}

export function createOrganizationStore(db: Database) {
  return {
    insert: async (organization: Organization, now: Instant): Promise<void> => {
      const { organizationId, rateLimits, supplierOrder, rateConditions, voucherContact, ...rest } = organization
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

    /** Locks the organization. Other transactions that lock it wait until this one has ended. */
    lock: async (organizationId: string): Promise<void> => {
      await db.$queryRaw`SELECT 1 AS one FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
    },

    list: async (): Promise<Organization[]> => {
      const rows = await db.organization.findMany({ orderBy: { id: 'asc' } })
      return rows.map(toOrganization)
    },

    update: async (
      organizationId: string,
      changes: Partial<Omit<Organization, 'organizationId'>>,
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

    /** Returns them in the order in which they were connected. */
    enabledSuppliers: async (organizationId: string): Promise<EnabledSupplier[]> => {
      const rows = await db.organizationSupplier.findMany({
        where: { organizationId, enabled: true },
        orderBy: [{ connectedAt: 'asc' }, { supplierCode: 'asc' }],
        include: { connection: { select: { settings: true } } },
      })
      return rows.map(({ supplierCode, connectionId, connection }) => ({
        supplierCode,
        connectionId,
        markets: marketsOf(connection.settings),
        terms: configuredTerms(connection.settings),
      }))
    },

    setSupplier: async (
      organizationId: string,
      { supplierCode, connectionId }: Pick<EnabledSupplier, 'supplierCode' | 'connectionId'>,
      enabled: boolean,
    ): Promise<void> => {
      await db.organizationSupplier.upsert({
        where: { organizationId_supplierCode: { organizationId, supplierCode } },
        create: { organizationId, supplierCode, connectionId, enabled },
        update: { connectionId, enabled },
      })
    },

    listSuppliers: (organizationId: string) =>
      db.organizationSupplier.findMany({ where: { organizationId }, include: { connection: true } }),
  }
}

/** The adapter has checked the settings before they were stored. */
function marketsOf(settings: unknown): readonly string[] | null {
  return (settings as { readonly markets?: readonly string[] }).markets ?? null
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
  }
}
