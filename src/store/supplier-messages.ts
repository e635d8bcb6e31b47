import { type Database, sql } from './database.ts'

/** A message of a supplier that was kept before anything was done about it. */
export type SupplierMessage = {
  readonly connectionId: string
  readonly messageId: string
  readonly kind: string
  readonly supplierReference: string | null
  readonly supplierBookingId: string | null
  readonly email: string | null
  readonly text: string | null
}

/** A message that is being acted on. */
export type DueMessage = SupplierMessage & {
  readonly supplierCode: string
  /** How often it was begun, this time included. */
  readonly tries: number
  readonly receivedAt: Date
}

/** Whose it is: each claim counts one more, so that whoever was late knows that it is another's. */
type Held = Pick<DueMessage, 'connectionId' | 'messageId' | 'tries'>

/** Whoever acts on a message has this long; then it is due again. */
const LEASE_S = 120

/**
 * Messages of suppliers, each its own job: due until it was acted on. A message that comes again finds its row and changes nothing. All
 * times are real ones.
 */
export function createSupplierMessageStore(db: Database) {
  return {
    /** Keeps the messages that are new, and returns how many are. */
    keep: (messages: readonly SupplierMessage[]): Promise<number> =>
      messages.length === 0
        ? Promise.resolve(0)
        : db.$executeRaw`
      INSERT INTO supplier_messages (connection_id, message_id, kind, supplier_reference, supplier_booking_id, email, text)
      VALUES ${sql.join(
        messages.map(
          (one) =>
            sql`(${one.connectionId}, ${one.messageId}, ${one.kind}, ${one.supplierReference}, ${one.supplierBookingId},
              ${one.email}, ${one.text})`,
        ),
      )}
      ON CONFLICT DO NOTHING`,

    claim: () => claimDue(db),

    /** False when the lease has ended and somebody else has begun it, or nobody needs it any more. */
    isHeld: async ({ connectionId, messageId, tries }: Held): Promise<boolean> =>
      (await db.supplierMessage.count({ where: { connectionId, messageId, tries, dueAt: { not: null } } })) === 1,

    /** Has a message that is held acted on later than at the end of its lease. */
    postpone: async ({ connectionId, messageId, tries }: Held, afterMs: number): Promise<void> => {
      await db.$executeRaw`
      UPDATE supplier_messages SET due_at = gateway_now() + make_interval(secs => ${afterMs}::float8 / 1000)
      WHERE connection_id = ${connectionId} AND message_id = ${messageId} AND tries = ${tries}::int AND due_at IS NOT NULL`
    },

    /** A message that is held needs nobody any more: what it says of people goes, and its id stays, so that it is known when it comes again. */
    done: async ({ connectionId, messageId, tries }: Held): Promise<void> => {
      await db.$executeRaw`
      UPDATE supplier_messages SET due_at = NULL, email = NULL, text = NULL
      WHERE connection_id = ${connectionId} AND message_id = ${messageId} AND tries = ${tries}::int`
    },

    /** Deletes messages that came so many days ago, whatever became of them. Returns how many. */
    deleteOld: (days: number, limit: number): Promise<number> => db.$executeRaw`
      DELETE FROM supplier_messages WHERE (connection_id, message_id) IN (
        SELECT connection_id, message_id FROM supplier_messages
        WHERE received_at < gateway_now() - make_interval(days => ${days}::int)
        ORDER BY received_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      )`,
  }
}

/** Leases the message that has been due longest; null when none is. */
async function claimDue(db: Database): Promise<DueMessage | null> {
  const [message = null] = await db.$queryRaw<DueMessage[]>`
  WITH due AS (
    SELECT message.connection_id, message_id, supplier_code
    FROM supplier_messages message JOIN supplier_connections connection ON connection.id = message.connection_id
    WHERE due_at <= gateway_now()
    ORDER BY due_at LIMIT 1 FOR UPDATE OF message SKIP LOCKED
  )
  UPDATE supplier_messages m SET due_at = gateway_now() + make_interval(secs => ${LEASE_S}::int), tries = m.tries + 1
  FROM due WHERE m.connection_id = due.connection_id AND m.message_id = due.message_id
  RETURNING m.connection_id AS "connectionId", m.message_id AS "messageId", m.kind,
    m.supplier_reference AS "supplierReference", m.supplier_booking_id AS "supplierBookingId", m.email, m.text, m.tries,
    m.received_at AS "receivedAt", due.supplier_code AS "supplierCode"`
  return message
}
