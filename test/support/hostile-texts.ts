import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'

/** What would run where it is not shown as text: as markup, and as the target of a link. */
export const HOSTILE = '"><img src=x onerror="window.hit=1"><script>window.hit=2</script>'
export const HOSTILE_URL = 'javascript:window.hit=3'

/** Words that people or suppliers have written, as against names of states, ids, places and times. */
function isProse(text: string): boolean {
  return (
    /[ \p{Lu}]/u.test(text) && !/^[A-Z\d_-]+$/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text) && !/^\w+\/\w+/.test(text)
  )
}

/** Its prose and links made hostile, its shape as it was. */
export function hostile(value: Json): Json {
  if (typeof value === 'string') return value.startsWith('http') ? HOSTILE_URL : isProse(value) ? HOSTILE : value
  if (Array.isArray(value)) return value.map(hostile)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hostile(item)]))
}

/** Columns of text from outside that hold nothing else. */
const TEXTS: Readonly<Record<string, string>> = {
  organizations: 'name = $1',
  supplier_connections: 'name = $1',
  booking_attempts: 'detail = $1, supplier_error_code = $1',
  cases: 'note = $1, subject = $1',
  webhook_endpoints: 'description = $1',
  webhook_attempts: 'error = $1, response_body_excerpt = $1',
  console_proposals: 'reason = $1, subject = $1',
  catalogue_runs: 'source = $1, actor = $1, faults = jsonb_build_array($1::text)',
  supplier_exchanges:
    'request = jsonb_build_object($1::text, $1::text), answer = jsonb_build_object($1::text, $1::text), failure = $1, pin_note = $1',
  supplier_messages: 'text = $1, supplier_reference = $1',
  supplier_rooms: 'names = jsonb_build_object($$en$$, $1::text)',
  service_rooms: 'names = jsonb_build_object($$en$$, $1::text), image_urls = ARRAY[$2]',
  hotels:
    'names = jsonb_build_object($$en$$, $1::text), address = $1, address_lines = ARRAY[$1], phone = $1, main_image_url = $2',
  bookings: `terms = jsonb_set(jsonb_set(terms, '{hotel,name}', to_jsonb($1::text)), '{room,name}', to_jsonb($1::text)),
    metadata = jsonb_build_object($1::text, $1::text), supplier_reference = $1 || id, client_reference = $1,
    failure = jsonb_build_object('code', 'SOLD_OUT', 'message', $1::text, 'retryable', false)`,
}

/** Columns in which it is among other things. */
const STRUCTURES = [
  ['hotel_contents', 'hotel_id', 'merged'],
  ['hotel_contents', 'hotel_id', 'own'],
  ['listings', 'id', 'content'],
] as const
/** All of them would take minutes, and show the same. */
const ROWS_OF_STRUCTURES = 50

/** Makes every text hostile that came from a supplier, a partner or a person, wherever one is stored. Answers how many rows it changed, by table. */
export async function makeTextsHostile({ query }: TestDatabase): Promise<Record<string, number>> {
  const changed: Record<string, number> = {}
  for (const [table, texts] of Object.entries(TEXTS)) {
    const values = texts.includes('$2') ? [HOSTILE, HOSTILE_URL] : [HOSTILE]
    // The sandbox's hotels that are booked are few, and all others take half a minute.
    const of = table === 'hotels' ? 'WHERE id IN (SELECT hotel_id FROM bookings)' : ''
    changed[table] = (await query(`UPDATE ${table} SET ${texts} ${of} RETURNING 1`, values)).length
  }
  for (const [table, key, column] of STRUCTURES) {
    const rows = await query(
      `SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${ROWS_OF_STRUCTURES}`,
    )
    for (const { key: id, value } of rows)
      await query(`UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1`, [id, JSON.stringify(hostile(value))])
    changed[`${table}.${column}`] = rows.length
  }
  await query(
    `INSERT INTO audit_log (actor, action, subject, details, created_at)
     VALUES ($1, $1, $1, jsonb_build_object($1::text, $1::text, 'reason', $1::text), now())`,
    [HOSTILE],
  )
  return changed
}
