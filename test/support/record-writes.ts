import type { TestDatabase } from './database.ts'

/** Makes Postgres write down which transaction has changed which table. */
export async function recordWrites(database: TestDatabase): Promise<void> {
  await database.query(`CREATE TABLE writes (xid text NOT NULL, name text NOT NULL)`)
  await database.query(`CREATE FUNCTION record_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO writes VALUES (pg_current_xact_id()::xid::text, TG_TABLE_NAME); RETURN NULL; END $$`)
  const tables = await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('audit_log', 'writes', '_prisma_migrations')`)
  for (const { tablename } of tables)
    await database.query(`CREATE TRIGGER writes AFTER INSERT OR UPDATE OR DELETE ON "${tablename}"
      FOR EACH STATEMENT EXECUTE FUNCTION record_write()`)
}
