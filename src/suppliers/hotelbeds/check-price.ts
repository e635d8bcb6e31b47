import type { RoomRate } from '../../domain/rate.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Stay } from '../../domain/stay.ts'
import { malformed } from '../outcomes.ts'
import type { PriceCheckAnswer, PriceCheckRequest } from '../supplier.ts'
import type { SupplierCall, SupplierFailure } from '../supplier-call.ts'
import { settingsOf } from './connection.ts'
import { isSoldOut, readFailure } from './errors.ts'
import { languageCode } from './language.ts'
import { joinChecked } from './map-rates.ts'
import { checkRateSchema, type HotelbedsHotel, ratePayload } from './schema.ts'
import { send } from './send.ts'
import { contextOf } from './shop.ts'

/**
 * Checks every rate, whether it is marked RECHECK or not, unless the connection says otherwise: only the check returns the rate's
 * remarks and taxes. Each key has a call of its own, all at once: one that fails would fail all, and some hotels' systems take one
 * only. The new keys replace the old. A rate for another room or board is returned as it is: the terms have changed.
 */
export async function checkPrice(
  call: SupplierCall,
  { rate, ...request }: PriceCheckRequest,
): Promise<Result<PriceCheckAnswer, SupplierFailure>> {
  const { parts, boardCode } = ratePayload.parse(rate.supplierPayload)
  if (!settingsOf(call).checkBookable && parts.every(({ needsCheck }) => !needsCheck))
    return ok({ available: true, rate })
  const answers = await Promise.all(parts.map(({ rateKey }) => checkKey(call, rateKey, request)))
  const failed = answers.find((answer) => !answer.ok)
  const hotels = answers.flatMap((answer) => (answer.ok && answer.value ? [answer.value] : []))
  // One key that is gone takes the others with it, whatever has become of these.
  if (answers.some((answer) => answer.ok && answer.value === null)) return ok({ available: false })
  if (failed && !failed.ok) return failed
  const joined = joinChecked(
    parts.flatMap((part, index) => {
      const hotel = hotels[index]
      return hotel ? [{ hotel, asked: { ...part, boardCode } }] : []
    }),
    contextOf(call, request),
  )
  if (joined === 'PARTED') return ok({ available: false })
  return joined ? ok({ available: true, rate: withRoomsLeft(joined, rate) }) : err(malformed(UNREADABLE))
}

const UNREADABLE = 'the checked rate has no readable price'

function withRoomsLeft(checked: RoomRate, { roomsLeft }: RoomRate): RoomRate {
  return { ...checked, roomsLeft: checked.roomsLeft ?? roomsLeft }
}

type Asked = { readonly supplierHotelId: string; readonly stay: Stay }

/** The hotel with the checked rate; null when the rate is gone. */
async function checkKey(
  call: SupplierCall,
  rateKey: string,
  asked: Asked,
): Promise<Result<HotelbedsHotel | null, SupplierFailure>> {
  const answer = await send(call, {
    operation: 'price_check',
    method: 'POST',
    path: '/checkrates',
    body: { rooms: [{ rateKey }], language: languageCode(call.language) },
  })
  if (!answer.ok) return answer
  if (isSoldOut(answer.value)) return ok(null)
  if (answer.value.status !== 200) return err(readFailure(answer.value))
  const parsed = checkRateSchema.safeParse(answer.value.json)
  if (!parsed.success) return err(malformed('checked rates have an unknown shape'))
  return isAbout(parsed.data.hotel, asked)
    ? ok(parsed.data.hotel)
    : err(malformed('the checked rate is for another hotel or other dates'))
}

/** True for the hotel and the dates that were asked for, as far as the answer tells them. */
function isAbout({ code, checkIn, checkOut }: HotelbedsHotel, { supplierHotelId, stay }: Asked): boolean {
  return (
    code === supplierHotelId &&
    (checkIn ?? stay.checkInDate) === stay.checkInDate &&
    (checkOut ?? stay.checkOutDate) === stay.checkOutDate
  )
}
