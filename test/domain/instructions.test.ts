import { describe, expect, it } from 'vitest'
import {
  MOST_INSTRUCTIONS,
  mergeInstructions,
  NOTHING_TOLD,
  shortened,
  withoutTheWay,
  withRecord,
} from '../../src/domain/instructions.ts'

const HOTEL = { ...NOTHING_TOLD, checkInFrom: '15:00', checkOutUntil: '11:00', text: ['Identification is required.'] }
const LISTING = { ...NOTHING_TOLD, checkInFrom: '16:00', special: ['21 or older'], mandatoryFeesText: '' }
const RATE = { ...NOTHING_TOLD, mandatoryFeesText: 'Resort fee', text: [] }

describe('[C-131] instructions of several sources', () => {
  it('are taken field by field from the first that tells it', () => {
    expect(mergeInstructions(RATE, LISTING, HOTEL)).toEqual({
      ...NOTHING_TOLD,
      checkInFrom: '16:00',
      checkOutUntil: '11:00',
      text: ['Identification is required.'],
      special: ['21 or older'],
      mandatoryFeesText: 'Resort fee',
    })
  })

  it('are null when nobody tells anything, an empty list and a blank text included', () => {
    expect(mergeInstructions(null, undefined)).toBeNull()
    expect(mergeInstructions({ ...NOTHING_TOLD, knowBeforeYouGo: ' ' }, NOTHING_TOLD)).toBeNull()
  })

  it('that were frozen with a booking keep their sentences when the record tells more, once each', () => {
    const record = { ...NOTHING_TOLD, checkInFrom: '17:00', special: ['Door code 1234', '21 or older'] }
    expect(withRecord({ ...LISTING, text: ['Ring twice'] }, record)).toMatchObject({
      checkInFrom: '17:00',
      text: ['Ring twice'],
      special: ['Door code 1234', '21 or older'],
    })
    expect(withRecord(LISTING, undefined)).toMatchObject({ special: ['21 or older'] })
    expect(withRecord(null, record)).toMatchObject({ special: record.special })
  })
})

describe('[C-131] instructions of a supplier that writes without end', () => {
  const LONG = 'word '.repeat(4_000)

  it('are cut to what is kept in all, what every guest pays and has to know first', () => {
    const told = shortened({
      ...NOTHING_TOLD,
      checkInFrom: '15:00',
      mandatoryFeesText: LONG,
      optionalFeesText: LONG,
      text: Array.from({ length: 500 }, () => LONG),
      special: ['21 or older', LONG],
    })
    expect(JSON.stringify(told).length).toBeLessThan(MOST_INSTRUCTIONS + 300)
    expect(told).toMatchObject({ checkInFrom: '15:00', optionalFeesText: null, knowBeforeYouGo: null })
    expect(told.mandatoryFeesText).toHaveLength(2_000)
    expect(told.special).toEqual(['21 or older', LONG.slice(0, 2_000)])
  })

  it('are cut between characters, and are the same when nothing is too long', () => {
    const told = { ...LISTING, mandatoryFeesText: null, text: ['a', 'b'] }
    expect(shortened(told)).toEqual(told)
    expect(shortened({ ...told, text: [`${'a'.repeat(1_999)}😀`] }).text[0]?.isWellFormed()).toBe(true)
  })
})

describe('[R-24] what is told of a hidden place before it is booked', () => {
  it('has times and fees, and no sentence that may say where it is', () => {
    const told = {
      ...NOTHING_TOLD,
      checkInFrom: '15:00',
      optionalFeesText: 'Parking: EUR 10',
      text: ['Ring at 4 Mill Lane.'],
      special: ['Keys are collected at 7 Mill Lane.'],
      knowBeforeYouGo: 'Behind the old mill.',
    }
    expect(withoutTheWay(told)).toEqual({ ...NOTHING_TOLD, checkInFrom: '15:00', optionalFeesText: 'Parking: EUR 10' })
    expect(withoutTheWay({ ...NOTHING_TOLD, text: ['Ring at 4 Mill Lane.'] })).toBeNull()
    expect(withoutTheWay(null)).toBeNull()
  })
})
