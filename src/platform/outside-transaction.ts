/**
 * Migrations that build indexes while bookings are written: `CREATE INDEX CONCURRENTLY` runs in no transaction. Such a script begins
 * with this line. Its statements are sent one by one, and it has to bring about the same however often it was begun before.
 */
const FIRST_LINE = '-- outside a transaction\n'

export function isOutsideTransaction(script: string): boolean {
  return script.startsWith(FIRST_LINE)
}

/** The statements of such a script; each ends with a semicolon at the end of a line. */
export function statementsOf(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => /^\w/m.test(statement))
}
