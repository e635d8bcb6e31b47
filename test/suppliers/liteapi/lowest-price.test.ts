import { expect, it } from 'vitest'
import { exampleRate } from '../../support/suppliers/liteapi-example.ts'

function suggest(rate: Record<string, unknown>, suggestedSellingPrice: unknown): void {
  Object.assign(rate['retailRate'] as object, { suggestedSellingPrice })
}

it('[L-01] the lowest public price is a hint for closed user groups, is for all rooms, and must be readable', async () => {
  const { rate } = await exampleRate(() => undefined, { closedUserGroup: true })
  expect(rate?.sellingPrice).toMatchObject({
    minimum: { amountMinor: 26_543, currency: 'USD' },
    suggested: { amountMinor: 26_543, currency: 'USD' },
    maximum: null,
    binding: false,
    source: 'booking.com',
  })
  for (const broken of [[{ amount: 'much', currency: 'USD' }], { amount: 1 }, 'USD 100'])
    expect(await exampleRate((offer) => Object.assign(offer, { suggestedSellingPrice: broken }))).toMatchObject({
      droppedRates: 1,
    })
})

it.each([
  ['the offer', 250, 200],
  ['a room', 200, 250],
])('[L-01] where offer and room differ, the higher of their lowest prices wins: that of %s', async (_, whole, room) => {
  const { rate } = await exampleRate((offer, rateOfRoom) => {
    offer['suggestedSellingPrice'] = [{ amount: whole, currency: 'USD' }]
    suggest(rateOfRoom, [{ amount: room, currency: 'USD', source: 'booking.com' }])
  })
  expect(rate?.sellingPrice).toMatchObject({ minimum: { amountMinor: 25_000, currency: 'USD' }, binding: true })
})

it('[L-01] lowest prices in two currencies cannot be read: neither is known to be the higher', async () => {
  const told = await exampleRate((offer, rateOfRoom) => {
    offer['suggestedSellingPrice'] = [{ amount: 250, currency: 'EUR' }]
    suggest(rateOfRoom, [{ amount: 200, currency: 'USD' }])
  })
  expect(told).toMatchObject({ rate: undefined, droppedRates: 1 })
})
