import pg from 'pg'

/** A move reads whole tables; what is too slow is an operator's to stop. */
const STATEMENT_TIMEOUT_MS = 600_000

/** A session of a cell for a move, which spells times in UTC, and bytes in hexadecimal digits, as the other one does. `url` leads to the server itself, not to a pooler. */
export async function openCell(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'hotel-gateway-move', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `SET TimeZone = 'UTC'; SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET jit = off; SET bytea_output = 'hex'`,
  )
  return client
}
