import type { RoomRate } from '../../../src/domain/rate.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import { hotelRates } from '../../fixtures/suppliers/liteapi.ts'
import { answered } from './answers.ts'
import { COUPLE, questionFor } from './sandbox.ts'

type Example = { readonly rate: RoomRate | undefined; readonly droppedRates: number }

/** One room of a small answer of LiteAPI, with its offer and that offer's rate changed. */
export async function exampleRate(
  change: (offer: Record<string, unknown>, rate: Record<string, unknown>) => void,
  settings = {},
): Promise<Example> {
  const body = hotelRates()
  const [offer] = body.data[0].roomTypes
  change(offer, offer.rates[0])
  const request = { ...questionFor(COUPLE), supplierHotelId: 'lpa0001', hotelTimeZone: null }
  const answer = await liteapi.rooms(answered(liteapi, 200, body, settings), request)
  if (!answer.ok) throw new Error(answer.error.detail)
  return { rate: answer.value.rates[0], droppedRates: answer.value.droppedRates }
}
