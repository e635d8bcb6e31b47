import type { Database } from './database.ts'

/**
 * Throws an error that says what to run when the role may not use a table: a process would start, and fail with requests. What is asked
 * for is what docs/operating.md grants; the audit log is only added to.
 */
export async function checkPrivileges(db: Database): Promise<void> {
  const lacking = await db.$queryRaw<{ table: string; role: string }[]>`
  SELECT quote_ident(relname) AS table, quote_ident(current_user) AS role FROM pg_class
  WHERE relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'
    AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
      AND (relname = 'audit_log' OR has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')))
  ORDER BY relname`
  const [first] = lacking
  if (!first) return
  const tables = lacking.map(({ table }) => table).join(', ')
  throw new Error(
    `the role ${first.role} may not read and write every table: run as their owner GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} ` +
      `TO ${first.role}; (docs/operating.md, “The least a role needs”)`,
  )
}
