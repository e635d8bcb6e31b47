import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { useBothFacades } from '../support/use-both-facades.ts'

let gateway: StartedGateway

const { mutate, post } = useBothFacades((started) => {
  gateway = started.gateway
})

const MINIMUM_OF_3 = { code: 'MINIMUM_STAY', limit: 3, allowed_nights: [], sold_out_dates: [] }

describe('a hotel that sells from three nights on', () => {
  it('[R-17] says so in the room search, in its stream and over GraphQL, and sells three nights', async () => {
    const hotelId = await scenarioHotel(gateway, 'min-stay-3')
    const short = { ...stay(60, 2), ...party }
    const { providers, options } = await post(`/hotels/${hotelId}/rooms`, { ...short, max_wait_ms: 8_000 })
    expect(options).toEqual([])
    const rapid = providers.find(({ supplier_code: code }: Json) => code === 'expedia_rapid')
    expect(rapid).toMatchObject({ outcome: 'NO_AVAILABILITY', unavailable_reason: MINIMUM_OF_3 })
    const skipped = providers.filter((provider: Json) => provider !== rapid)
    expect(skipped.map((provider: Json) => provider.unavailable_reason)).toEqual([null, null, null])

    const events = await httpJourney(gateway).rooms(hotelId, short)
    expect(events.find(({ event_type: type }) => type === 'provider_options')).toMatchObject({
      options: [],
      unavailable_reason: MINIMUM_OF_3,
    })
    expect(events.at(-1)?.providers).toContainEqual(
      expect.objectContaining({ supplier_code: 'expedia_rapid', unavailable_reason: MINIMUM_OF_3 }),
    )

    const search = { hotelId: Number(hotelId), nationality: 'GB', rooms: [{ adults: 2 }], maxWaitMs: 8_000 }
    const asked = { ...search, checkIn: short.check_in, checkOut: short.check_out }
    expect((await mutate('createRoomSearch', asked)).providers).toContainEqual(
      expect.objectContaining({
        supplierCode: 'expedia_rapid',
        unavailableReason: { code: 'MINIMUM_STAY', limit: 3, allowedNights: [], soldOutDates: [] },
      }),
    )

    const long = await post(`/hotels/${hotelId}/rooms`, { ...stay(60, 3), ...party, max_wait_ms: 8_000 })
    expect(long.options.length).toBeGreaterThan(0)
    for (const provider of long.providers) expect(provider.unavailable_reason).toBeNull()
  })
})
