import { describe, expect, it } from 'vitest'
import { OTHER_MARKET_ACCOUNT } from '../../../src/sandbox/suppliers/expedia-rapid/accounts.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { useRapidSandbox } from '../../support/rapid-sandbox.ts'

const { ordinaryHotels, rooms, checked, book, call } = useRapidSandbox()
const OTHER = { account: 'other-market', settings: OTHER_MARKET_ACCOUNT.settings }

describe('two accounts of Rapid’s sandbox', () => {
  async function firstHotel() {
    for (const hotel of ordinaryHotels(20)) {
      const [rate] = await rooms(hotel)
      if (rate) return { hotel, rate }
    }
    throw new Error('no hotel sells')
  }

  it('[X-13] have prices of their own, and a link is good for the account only that it was given to', async () => {
    const { hotel, rate } = await firstHotel()
    const [dearer] = await rooms(hotel, OTHER)
    if (!dearer) throw new Error('the other account sells nothing')
    expect(dearer.price.total.amountMinor / rate.price.total.amountMinor).toBeCloseTo(1.17, 2)
    expect((await checked(dearer, OTHER)).price.total).toEqual(dearer.price.total)
    await expect(checked(dearer)).rejects.toThrow('not available')
    await expect(checked(rate, OTHER)).rejects.toThrow('not available')
  })

  it('[X-13] do not see each other’s bookings', async () => {
    const { hotel } = await firstHotel()
    const [rate] = await rooms(hotel, OTHER)
    if (!rate) throw new Error('the other account sells nothing')
    const { reference } = await book(rate, OTHER)
    expect(await expediaRapid.find(call(OTHER), reference)).toMatchObject({
      ok: true,
      value: [{ status: 'CONFIRMED' }],
    })
    expect(await expediaRapid.find(call(), reference)).toEqual({ ok: true, value: [] })
  })
})
