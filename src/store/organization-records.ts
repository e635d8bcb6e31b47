import type { Instant } from '../domain/time.ts'
import { type Database, DB_NULL, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'
import { isStayOver, OWN_TIME } from './stay-over.ts'

/** One record of an organization with all its stored columns, except secret ones. */
type OrganizationRecord = { readonly record: Readonly<Record<string, unknown>>; readonly key: string }

/** How the records of a table are matched to their organization. */
const OWNERS = {
  self: (id: string): Sql => sql`t.id = ${id}`,
  column: (id: string): Sql => sql`t.organization_id = ${id}`,
  booking: (id: string): Sql => sql`t.booking_id IN (SELECT id FROM bookings WHERE organization_id = ${id})`,
  delivery: (id: string): Sql =>
    sql`t.delivery_id IN (SELECT id FROM webhook_deliveries WHERE organization_id = ${id})`,
  person: (id: string): Sql => sql`t.user_id IN (SELECT id FROM console_users WHERE organization_id = ${id})`,
} as const

type RecordKind = {
  readonly table: string
  readonly owner: keyof typeof OWNERS
  /** The column by which the records are sorted and paged. */
  readonly key: string
  readonly keyType: 'text' | 'bigint'
  /** Columns that are secret or only of internal use. */
  readonly without: readonly string[]
}

function kind(table: string, changes: Partial<RecordKind> = {}): RecordKind {
  return {
    table,
    owner: 'column',
    key: 'id',
    keyType: 'text',
    without: [],
    ...changes,
  }
}

/**
 * Every table with records of an organization, and of the people of its portal. Idempotency keys are left out, because they are only hashes
 * of what the bookings contain; so are links that sign in.
 */
export const ORGANIZATION_RECORDS: readonly RecordKind[] = [
  kind('organizations', { owner: 'self' }),
  kind('api_keys', { without: ['key_hash'] }),
  kind('console_users'),
  kind('console_sessions', { owner: 'person', without: ['token_hash'] }),
  kind('organization_suppliers', { key: 'supplier_code' }),
  kind('further_connections', { key: 'connection_id' }),
  kind('terms_acceptances'),
  kind('offers', { without: ['supplier_payload'] }),
  kind('bookings', { without: ['supplier_payload'] }),
  kind('booking_events', { key: 'position', keyType: 'bigint' }),
  kind('booking_attempts', { owner: 'booking' }),
  kind('cancellation_quotes'),
  kind('cancellations', { owner: 'booking' }),
  kind('webhook_endpoints', { without: ['secrets'] }),
  kind('webhook_deliveries'),
  kind('webhook_attempts', { owner: 'delivery', keyType: 'bigint' }),
  kind('cases'),
  kind('audit_log', { keyType: 'bigint' }),
]

/** How many records an organization has, and how many prevent its erasure. */
export type OrganizationInventory = {
  readonly bookings: number
  readonly withPeople: number
  /** Bookings whose guests are still needed. */
  readonly toCome: number
  readonly keys: number
  readonly suppliers: number
  readonly endpoints: number
  /** Who may sign in to its portal. */
  readonly people: number
}

/** How many contracts went with an organization, and how many nobody sells over any more, but bookings to come need. */
export type ClosedContracts = { readonly contracts: number; readonly contractsKept: number }

const HAS_PEOPLE = sql`(guests_sealed IS NOT NULL OR client_reference IS NOT NULL OR metadata <> '{}')`

export function createOrganizationRecordStore(db: Database) {
  return {
    /** One page of the records of a kind, after the last key that was read; null starts at the first. */
    page: (
      { table, owner, key, keyType, without }: RecordKind,
      organizationId: string,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<OrganizationRecord[]> => db.$queryRaw<OrganizationRecord[]>`
    SELECT to_jsonb(t) - ${[...without]}::text[] AS record, t.${sql.names([key])}::text AS key
    FROM ${sql.names([table])} t
    WHERE ${OWNERS[owner](organizationId)}
      AND (${after}::text IS NULL OR t.${sql.names([key])} > ${after}::${sql.names([keyType])})
    ORDER BY t.${sql.names([key])} LIMIT ${limit}::int`,

    inventory: async (organizationId: string): Promise<OrganizationInventory> => {
      const [row] = await db.$queryRaw<OrganizationInventory[]>`
      SELECT count(*)::int AS bookings, count(*) FILTER (WHERE ${HAS_PEOPLE})::int AS "withPeople",
        count(*) FILTER (WHERE NOT ${isStayOver(OWN_TIME)})::int AS "toCome",
        (SELECT count(*)::int FROM api_keys WHERE organization_id = ${organizationId} AND revoked_at IS NULL) AS keys,
        (SELECT count(*)::int FROM (
          SELECT connection_id FROM organization_suppliers WHERE organization_id = ${organizationId}
          UNION SELECT connection_id FROM further_connections WHERE organization_id = ${organizationId}) linked) AS suppliers,
        (SELECT count(*)::int FROM webhook_endpoints
         WHERE organization_id = ${organizationId} AND deleted_at IS NULL) AS endpoints,
        (SELECT count(*)::int FROM console_users
         WHERE organization_id = ${organizationId} AND disabled_at IS NULL) AS people
      FROM bookings WHERE organization_id = ${organizationId}`
      return row ?? { bookings: 0, withPeople: 0, toCome: 0, keys: 0, suppliers: 0, endpoints: 0, people: 0 }
    },

    /** The id of its newest booking; null without any. Its own are looked through: by the order of ids it could be all of everybody's. */
    newestBooking: async (organizationId: string): Promise<string | null> => {
      const [row] = await db.$queryRaw<{ newest: string | null }[]>`
      SELECT max(id) AS newest FROM (SELECT id FROM bookings WHERE organization_id = ${organizationId} OFFSET 0) theirs`
      return row?.newest ?? null
    },

    /** Ids of bookings that still contain personal data, in order, after the last id that was read. */
    bookingsWithPeople: async (organizationId: string, after: string, limit: number): Promise<string[]> => {
      const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM bookings WHERE organization_id = ${organizationId} AND id > ${after} AND ${HAS_PEOPLE}
      ORDER BY id LIMIT ${limit}::int`
      return rows.map(({ id }) => id)
    },

    /**
     * Locks what the organization sells over. Bookings that are being made of it end first, and those that come later wait for this
     * transaction, and are not written once it has unlinked its suppliers (`booking-writes.ts`).
     */
    lockSuppliers: async (organizationId: string): Promise<void> => {
      for (const table of ['organization_suppliers', 'further_connections'])
        await db.$queryRaw`
        SELECT 1 AS one FROM ${sql.names([table])} WHERE organization_id = ${organizationId} FOR UPDATE`
    },

    /**
     * Closes the organization's access and stops its webhooks: keys are revoked, nobody signs in to its portal any more, whose people keep
     * the name that the audit log has and no address, webhook endpoints lose their secrets and addresses, the cases about their deliveries
     * end, all cases lose their notes, suppliers are unlinked, and connections that it ever had and that no other organization uses are
     * deleted with their credentials, but those that bookings still need: a later call deletes them.
     */
    close: async (organizationId: string, now: Instant): Promise<ClosedContracts> => {
      const at = toDate(now)
      const everTheirs = await connectionsOf(db, organizationId)
      await db.apiKey.updateMany({ where: { organizationId, revokedAt: null }, data: { revokedAt: at } })
      await closePortal(db, organizationId, at)
      await db.webhookEndpoint.updateMany({
        where: { organizationId },
        data: { url: 'https://erased.invalid/', description: null, secrets: [], enabled: false, updatedAt: at },
      })
      await db.webhookEndpoint.updateMany({ where: { organizationId, deletedAt: null }, data: { deletedAt: at } })
      await db.webhookDelivery.updateMany({
        where: { organizationId, status: { in: ['PENDING', 'RETRYING', 'SKIPPED'] } },
        data: { status: 'DISCARDED', dueAt: null, leaseId: null, leasedUntil: null, updatedAt: at },
      })
      await db.case.updateMany({ where: { organizationId, note: { not: null } }, data: { note: null } })
      await db.$executeRaw`
      UPDATE cases SET closed_at = gateway_now(organization_id), closed_by = 'system', settled_how = 'the organization was erased'
      WHERE organization_id = ${organizationId} AND kind = 'DEAD_DELIVERIES' AND closed_at IS NULL`
      await db.organizationSupplier.deleteMany({ where: { organizationId } })
      await db.furtherConnection.deleteMany({ where: { organizationId } })
      await db.sandboxFault.deleteMany({ where: { organizationId } })
      await db.organization.updateMany({
        where: { id: organizationId },
        data: { name: 'erased', voucherContact: DB_NULL },
      })
      return deleteUnused(db, everTheirs)
    },
  }
}

/** Whoever was disabled before stays so since then; their address and account are forgotten like everybody's. */
async function closePortal(db: Database, organizationId: string, at: Date): Promise<void> {
  const theirs = { user: { organizationId } }
  await db.consoleUser.updateMany({ where: { organizationId, disabledAt: null }, data: { disabledAt: at } })
  await db.consoleUser.updateMany({ where: { organizationId }, data: { email: null, subject: null } })
  await db.consoleSession.updateMany({ where: { ...theirs, endedAt: null }, data: { endedAt: at } })
  await db.consoleLink.deleteMany({ where: theirs })
}

/**
 * The connections that an organization has, and those that it had: its bookings and offers were made over them, or they were connected for it,
 * or replaced.
 */
async function connectionsOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
  SELECT connection_id AS id FROM organization_suppliers WHERE organization_id = ${organizationId}
  UNION SELECT connection_id FROM further_connections WHERE organization_id = ${organizationId}
  UNION SELECT connection_id FROM bookings WHERE organization_id = ${organizationId}
  UNION SELECT connection_id FROM offers WHERE organization_id = ${organizationId}
  UNION SELECT unnest(ARRAY[subject, details -> 'before' ->> 'linked']) FROM audit_log
    WHERE action = 'supplier.connect' AND organization_id = ${organizationId}`
  return rows.flatMap(({ id }) => id ?? [])
}

/**
 * Deletes those of the connections over which nobody sells and no booking is to come, with the work that is left over each: nobody could do
 * it any more.
 */
async function deleteUnused(db: Database, connectionIds: readonly string[]): Promise<ClosedContracts> {
  const [row] = await db.$queryRaw<ClosedContracts[]>`
  WITH unlinked AS MATERIALIZED (
    SELECT id, EXISTS (
      SELECT FROM bookings WHERE bookings.connection_id = connection.id AND NOT ${isStayOver(OWN_TIME)}
    ) AS "isNeeded"
    FROM supplier_connections connection WHERE id = ANY (${[...connectionIds]}::text[])
      AND NOT EXISTS (SELECT FROM organization_suppliers link WHERE link.connection_id = connection.id)
      AND NOT EXISTS (SELECT FROM further_connections link WHERE link.connection_id = connection.id)
  ), gone AS (
    DELETE FROM supplier_connections USING unlinked WHERE supplier_connections.id = unlinked.id AND NOT "isNeeded"
    RETURNING supplier_connections.id
  ), messages AS (
    DELETE FROM supplier_messages USING gone WHERE connection_id = gone.id
  ), comparisons AS (
    DELETE FROM supplier_comparisons USING gone WHERE connection_id = gone.id
  ), hours AS (
    DELETE FROM supplier_call_hours USING gone WHERE connection_id = gone.id
  ), counts AS (
    DELETE FROM supplier_call_counts USING gone WHERE connection_id = gone.id
  )
  SELECT (SELECT count(*)::int FROM gone) AS contracts,
    (SELECT count(*)::int FROM unlinked WHERE "isNeeded") AS "contractsKept"`
  return row ?? { contracts: 0, contractsKept: 0 }
}
