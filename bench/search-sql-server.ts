/**
 * The search bench's rival: the same requests answered by one SQL statement over the same catalogue, with a covering index and
 * a table of prices, from a plain node:http server. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })

const ORDERS: Readonly<Record<string, string>> = {
  recommended: 'weight * 10 + coalesce(stars, 0) * 400 DESC, id',
  price_low_to_high: 'nightly_usd_cents, id',
  price_high_to_low: 'nightly_usd_cents DESC, id',
  stars: 'stars DESC, id',
  distance_from_center: '(latitude - $7) ^ 2 + (longitude - $8) ^ 2, id',
}

/** Counts and sorts in the covering index, then joins what a page shows to its 20 hotels. */
function statement(order: string): string {
  return `
  WITH found AS (
    SELECT id, count(*) OVER () AS total, row_number() OVER (ORDER BY ${order}) AS place FROM hotels
    WHERE place_id = $1 AND ($2::int[] IS NULL OR stars = ANY ($2)) AND nightly_usd_cents >= $3::float8 AND nightly_usd_cents <= $4::float8
      AND facility_ids @> $5::int[] AND $7::float8 IS NOT NULL AND $8::float8 IS NOT NULL
    ORDER BY ${order} LIMIT 20 OFFSET $6
  )
  SELECT hotels.*, found.total, prices.list AS prices FROM found JOIN hotels USING (id)
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('supplier_code', supplier_code, 'amount', amount, 'currency', 'USD',
      'fetched_at', fetched_at, 'is_refundable', refundable)) AS list
    FROM bench_prices WHERE check_in = $9::date AND check_out = $10::date AND hotel_id = found.id
  ) prices ON true
  ORDER BY found.place`
}

type Body = {
  readonly destination: { readonly id: number }
  readonly check_in: string
  readonly check_out: string
  readonly star_ratings?: readonly number[]
  readonly min_total_price_usd_cents?: number
  readonly max_total_price_usd_cents?: number
  readonly facility_ids?: readonly number[]
  readonly sort: string
  readonly offset?: number
  readonly centre: { readonly latitude: number; readonly longitude: number }
}

async function answer(body: Body): Promise<object> {
  const nights = (Date.parse(body.check_out) - Date.parse(body.check_in)) / 86_400_000
  const order = ORDERS[body.sort] ?? ''
  const { rows } = await pool.query({
    name: body.sort,
    text: statement(order),
    values: [
      body.destination.id,
      body.star_ratings ?? null,
      (body.min_total_price_usd_cents ?? 0) / nights,
      (body.max_total_price_usd_cents ?? 1e9) / nights,
      body.facility_ids ?? [],
      body.offset ?? 0,
      body.centre.latitude,
      body.centre.longitude,
      body.check_in,
      body.check_out,
    ],
  })
  return {
    contract_version: '1',
    success: true,
    data: {
      total_results: rows[0]?.total ?? 0,
      hotels: rows.map(({ names, ...row }) => ({ ...row, hotel_id: String(row.id), hotel_name: names.en })),
    },
  }
}

const server = createServer((request, response) => {
  text(request)
    .then((body) => answer(JSON.parse(body)))
    .then((view) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view)))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
