import { expect, it } from 'vitest'
import { NOTHING_TOLD } from '../../../src/domain/instructions.ts'
import { recordOf, says } from '../../support/desk.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker
useOneBooker((started) => {
  booker = started
})

it('[C-131] a booking keeps of its supplier’s words what a partner can be shown, however many they are', async () => {
  const long = 'word '.repeat(4_000)
  const many = Array.from({ length: 100 }, () => long.slice(0, 200))
  booker.desk.says(
    'book',
    says(
      recordOf({
        charged: { amountMinor: 30_000, currency: 'EUR' },
        told: {
          remarks: many,
          emergencyContact: long,
          essentials: many.map((text) => ({ name: long, text, imageUrls: many })),
          instructions: { ...NOTHING_TOLD, checkInFrom: '15:00', special: many },
        },
      }),
    ),
  )
  const answer = await booker.create(await booker.offer())
  const { supplierTold } = await booker.booking(answer.value.booking.bookingId)
  expect(supplierTold).toMatchObject({ charged: { amountMinor: 30_000 }, instructions: { checkInFrom: '15:00' } })
  expect(supplierTold.essentials).toHaveLength(20)
  expect(supplierTold.remarks).toHaveLength(20)
  expect(supplierTold.emergencyContact).toHaveLength(2_000)
  expect(JSON.stringify(supplierTold.instructions).length).toBeLessThan(10_300)
})

it('[C-073] a booking is confirmed whose record has texts that Postgres does not keep, without those characters', async () => {
  const record = recordOf({
    hotelConfirmationNumber: 'H\u00001',
    supplierPayload: { 'li\u0000nk': 'x' },
    told: { remarks: ['Cut in the middle of \ud83d', 'An emoji stays: 😀'] },
  })
  booker.desk.says('book', says(record))
  const answer = await booker.create(await booker.offer())
  expect(answer.value?.booking.status).toBe('CONFIRMED')
  const booking = await booker.booking(answer.value.booking.bookingId)
  expect(booking.hotelConfirmation.number).toBe('H1')
  expect(booking.supplierPayload).toEqual({ link: 'x' })
  expect(booking.supplierTold.remarks).toEqual(['Cut in the middle of \ufffd', 'An emoji stays: 😀'])
})
