import type { RoomRate } from '../../../src/domain/rate.ts'
import { liteapi } from '../../../src/suppliers/liteapi/index.ts'
import { answered } from './answers.ts'
import { COUPLE, questionFor } from './sandbox.ts'
import { sharedJson } from './specification.ts'

type Example = { readonly rate: RoomRate | undefined; readonly droppedRates: number }

/** One room of LiteAPI's own example, with its first offer and that offer's rate changed. */
export async function exampleRate(
  change: (offer: Record<string, unknown>, rate: Record<string, unknown>) => void,
  settings = {},
): Promise<Example> {
  const body = sharedJson('liteapi/examples/search/hotels-rates.200.search-response.json')
  const [offer] = body.data[0].roomTypes
  change(offer, offer.rates[0])
  const request = { ...questionFor(COUPLE), supplierHotelId: 'lp1897', hotelTimeZone: null }
  const answer = await liteapi.rooms(answered(liteapi, 200, body, settings), request)
  if (!answer.ok) throw new Error(answer.error.detail)
  return { rate: answer.value.rates[0], droppedRates: answer.value.droppedRates }
}
