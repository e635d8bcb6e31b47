import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'

/** Makes Postgres write down which transaction has changed which table, but for what is only computed from others, or counted. */
export async function recordWrites(database: TestDatabase): Promise<void> {
  await database.query(`CREATE TABLE writes (xid text NOT NULL, name text NOT NULL)`)
  await database.query(`CREATE FUNCTION record_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO writes VALUES (pg_current_xact_id()::xid::text, TG_TABLE_NAME); RETURN NULL; END $$`)
  const tables = await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('audit_log', 'writes', 'hotel_facts', 'catalogue_marks', 'supplier_call_counts', 'supplier_call_hours', '_prisma_migrations')`)
  const [{ jobs }] = await database.query("SELECT to_regclass('pgboss.job')::text AS jobs")
  const names = tables.map(({ tablename }) => `"${tablename}"`)
  // Samples of calls come when they come, whatever a command does.
  for (const name of jobs === null ? names : [...names, jobs])
    await database.query(`CREATE TRIGGER writes AFTER ${name === '"supplier_exchanges"' ? '' : 'INSERT OR '}UPDATE OR DELETE ON ${name}
      FOR EACH STATEMENT EXECUTE FUNCTION record_write()`)
}

const MERGED = new Set(['content_due', 'hotels', 'hotel_contents', 'service_rooms', 'supplier_rooms'])

/** Without the transactions that merge hotels which another one has marked: whoever comes first does that, a worker or a command. */
export function withoutMerges(writes: readonly Json[]): readonly Json[] {
  const merges = [...Map.groupBy(writes, ({ xid }) => xid).values()].filter(
    (some) => some.some(({ name }) => name === 'content_due') && some.every(({ name }) => MERGED.has(name)),
  )
  return writes.filter((write) => !merges.some((some) => some.includes(write)))
}
