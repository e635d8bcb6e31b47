import { describe, expect, it } from 'vitest'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { says } from '../../support/desk.ts'
import { deskRate, prebookFirst } from '../../support/desk-sells.ts'
import type { Json } from '../../support/http-client.ts'
import { TOTAL } from '../../support/offered.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker

useOneBooker(
  (started) => {
    booker = started
  },
  { connected: ['desk'] },
)

/** Prebooks a rate that the supplier checks as `after`, and creates a booking of it as `input` says. */
async function prebooked(after: Partial<RoomRate>, announced: readonly string[] = []): Promise<Json> {
  booker.desk.says('rooms', says({ rates: [deskRate()], droppedRates: 0 }))
  booker.desk.says('price_check', says({ available: true, rate: deskRate(after), announced }))
  const answer = await prebookFirst(booker)
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

function create(offer: Json, acceptedPrice?: object): Promise<Json> {
  const [{ allocationId }] = offer.allocations
  const guests = [{ allocationId, type: 'ADULT', givenName: 'Ada', familyName: 'Lovelace' }]
  return booker.create(offer.offerId, { guests, ...(acceptedPrice ? { acceptedPrice } : {}) })
}

describe('what became worse between option and check', () => {
  it.each<[string, Partial<RoomRate>, readonly string[]]>([
    ['[E-22] another board at the same price', { board: { code: 'RO', name: 'Bed only' } }, []],
    ['[L-06] nothing but the supplier’s word that the price has', {}, ['PRICE']],
    ['[L-06] nothing but the supplier’s word that the cancellation has', {}, ['CANCELLATION']],
    ['[L-06] nothing but the supplier’s word that the board has', {}, ['BOARD']],
  ])('%s: TERMS_CHANGED, which is booked only with consent', async (_, after, announced) => {
    const { status, offer, nextAction } = await prebooked(after, announced)
    expect([status, nextAction]).toEqual(['TERMS_CHANGED', 'ACCEPT_CHANGES'])
    expect(await create(offer)).toMatchObject({ ok: false, error: { code: 'PRICE_MISMATCH' } })
    expect(booker.desk.asked.map(({ operation }) => operation)).not.toContain('book')
    const accepted = await create(offer, { ...TOTAL })
    expect(accepted).toMatchObject({ ok: true, value: { booking: { status: 'PROCESSING' } } })
  })

  it('is nothing when nothing is, and is booked as it was shown', async () => {
    const { status, changes, offer } = await prebooked({})
    expect([status, changes]).toEqual(['AVAILABLE', []])
    expect(await create(offer)).toMatchObject({ ok: true })
  })
})
