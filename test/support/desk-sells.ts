import { rateOf } from '../../src/domain/offer.ts'
import type { RoomRate } from '../../src/domain/rate.ts'
import type { Caller } from '../../src/operations/caller.ts'
import type { Json } from './http-client.ts'
import { DAY, dateOf, newOffer } from './offered.ts'
import { caller, OURS } from './partner.ts'
import type { Booker } from './use-one-booker.ts'

/** Connects our organization to the desk, so that room searches ask it. */
export async function connectDesk(
  { query }: Pick<Booker, 'query'>,
  code = 'desk',
  settings: object = {},
): Promise<void> {
  await query(
    `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings)
     VALUES ($1, $2, 'sandbox', $1, '', $3) ON CONFLICT (id) DO UPDATE SET settings = EXCLUDED.settings`,
    [`con_${code}`, code, JSON.stringify(settings)],
  )
  await query(
    `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [OURS, code, `con_${code}`],
  )
}

/** A rate of the desk: what is sold as the usual offer of the tests, with changes. */
export function deskRate(changes: Partial<RoomRate> = {}): RoomRate {
  return { ...rateOf(newOffer(OURS, Date.now(), {})), ...changes }
}

function roomsInput(changes: object): Json {
  const [checkIn, checkOut] = [60, 63].map((days) => dateOf(Date.now() + days * DAY))
  return { hotelId: 42, checkIn, checkOut, nationality: 'GB', rooms: [{ adults: 2 }], maxWaitMs: 10_000, ...changes }
}

/** A room search at the desk's hotel; its view. */
export async function searchRooms({ gateway }: Pick<Booker, 'gateway'>, changes: object = {}): Promise<Json> {
  const answer = await gateway.createRoomSearch(caller(), roomsInput(changes))
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

/** Prebooks the first option of a room search: the answer as an operation gives it. */
export async function prebookFirst(booker: Pick<Booker, 'gateway'>, as: Partial<Caller> = {}): Promise<Json> {
  const { options } = await searchRooms(booker)
  return booker.gateway.prebook(caller(as), { bookingToken: options[0].bookingToken })
}
