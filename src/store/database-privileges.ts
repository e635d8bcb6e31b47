import type { Database } from './database.ts'

/** What a role has to be granted of a thing, as `GRANT` has it. */
type Lacking = { readonly name: string; readonly role: string; readonly kind: 'table' | 'audit' | 'sequence' }

const GRANTED: Readonly<Record<Lacking['kind'], string>> = {
  table: 'SELECT, INSERT, UPDATE, DELETE ON',
  audit: 'SELECT, INSERT, UPDATE (details) ON',
  sequence: 'USAGE, SELECT ON SEQUENCE',
}

/**
 * Throws an error that says what to run when the role may not do what the gateway does: a process would start, and fail with requests, or with the
 * nightly forgetting of guests. What is asked for is what docs/operating.md grants; the audit log is only added to, but for what is forgotten in it.
 */
export async function checkPrivileges(db: Database): Promise<void> {
  const lacking = await db.$queryRaw<Lacking[]>`
  SELECT quote_ident(relname) AS name, quote_ident(current_user) AS role,
    CASE WHEN relkind = 'S' THEN 'sequence' WHEN relname = 'audit_log' THEN 'audit' ELSE 'table' END AS kind FROM pg_class
  WHERE relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))
    AND relkind IN ('r', 'p', 'S') AND NOT relispartition AND relname <> '_prisma_migrations'
    AND NOT CASE WHEN relkind = 'S' THEN has_sequence_privilege(oid, 'USAGE, UPDATE')
      ELSE has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
        AND CASE WHEN relname = 'audit_log' THEN has_column_privilege(oid, 'details', 'UPDATE')
          ELSE has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') END END
  ORDER BY relname`
  const [first] = lacking
  if (!first) return
  const grants = (['table', 'audit', 'sequence'] as const).flatMap((kind) => {
    const names = lacking.filter((one) => one.kind === kind).map(({ name }) => name)
    return names.length === 0 ? [] : [`GRANT ${GRANTED[kind]} ${names.join(', ')} TO ${first.role};`]
  })
  throw new Error(
    `the role ${first.role} may not do all that a gateway does: run as the owner of the tables ${grants.join(' ')} (docs/operating.md, “The least a role needs”)`,
  )
}
