import type { Database } from './database.ts'

/**
 * Throws an error that says what to run when the role may not do what the gateway does: a process would start, and fail with requests, or with the
 * nightly forgetting of guests. What is asked for is what docs/operating.md grants; the audit log is only added to, but for what is forgotten in it.
 */
export async function checkPrivileges(db: Database): Promise<void> {
  const lacking = await db.$queryRaw<{ table: string; role: string; isAudit: boolean }[]>`
  SELECT quote_ident(relname) AS table, quote_ident(current_user) AS role, relname = 'audit_log' AS "isAudit" FROM pg_class
  WHERE relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'
    AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
      AND CASE WHEN relname = 'audit_log' THEN has_column_privilege(oid, 'details', 'UPDATE')
        ELSE has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') END)
  ORDER BY relname`
  const [first] = lacking
  if (!first) return
  const tables = lacking.filter(({ isAudit }) => !isAudit).map(({ table }) => table)
  const grants = [
    ...(tables.length === 0 ? [] : [`GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables.join(', ')} TO ${first.role};`]),
    ...(tables.length === lacking.length
      ? []
      : [`GRANT SELECT, INSERT, UPDATE (details) ON audit_log TO ${first.role};`]),
  ]
  throw new Error(
    `the role ${first.role} may not read and write every table: run as their owner ${grants.join(' ')} (docs/operating.md, “The least a role needs”)`,
  )
}
