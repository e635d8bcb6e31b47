import { describe, expect, it } from 'vitest'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import type { Verdict } from '../../src/mapping/verdict.ts'
import { NOTHING } from './pairs/make-pairs.ts'

/** What the fifth list taught, on houses that no list has. */
type Told = Partial<HotelFacts> & { readonly name: string }

const HOUSE: Partial<HotelFacts> = { addressLines: ['12 Example Street'], latitude: 10.12345, longitude: 20.12345 }

function judge(countryCode: string, a: Told, b: Told): Verdict {
  const [one, other] = [a, b].map((told) => prepareHotel({ ...NOTHING, ...HOUSE, countryCode, ...told }))
  if (!one || !other) throw new Error('two listings were told')
  return judgeHotels(one, other).verdict
}

describe('one house [20]', () => {
  it.each([
    ['GB', 'Premier Inn Loxley Airport Terminal 4', 'PREMIER INN LOXLEY AIRPORT T4'],
    ['IN', 'Meena Sadan No. 3', 'Mina Sadan 3'],
    ['PT', "Hotel Solar d'Aveleda", 'Hotel Solar de Aveleda'],
    ['US', 'Hilton Loxley Plaza/Medical Center', 'Hilton Plaza Loxley Med Ctr'],
  ])('is one: %s, %s, %s', (country, name, other) => {
    expect(judge(country, { name }, { name: other })).toBe('SAME')
  })

  it('is one with what is sold beside its rooms, though no street is told', () => {
    const untold = { addressLines: null }
    const [a, b] = ['Hotel Rio Bravo', 'Hotel Rio Bravo - Theme Park Tickets Included']
    expect(judge('ES', { name: a, ...untold }, { name: b, ...untold })).toBe('SAME')
  })

  it('is one with its name in two scripts, though the one has another telephone', () => {
    const a = { name: 'นอร์ดฮาเวล ไลบรารี่ (Nordhavel Library Loxley)', phones: ['+66 2 6355300'] }
    expect(judge('TH', a, { name: 'Nordhavel Library Loxley', phones: ['+66 2 9085618'] })).toBe('SAME')
  })

  it.each([
    ['132 North Ave', 'North Avenue 132'],
    ['144 Park Pl', '144 Park Place'],
  ])('is at %s as at %s, though no word of the street is a name', (one, other) => {
    const far = { latitude: null, longitude: null, name: 'Coral Lantern Hotel' }
    expect(judge('US', { ...far, addressLines: [one] }, { ...far, addressLines: [other] })).toBe('SAME')
    expect(judge('US', { ...far, addressLines: [one] }, { ...far, addressLines: ['132 South Ave'] })).not.toBe('SAME')
  })

  it('is not elsewhere where the one has for a street what the other has for its town', () => {
    const [a, b] = [
      { name: 'Hotel Meena', city: 'Rishikesh', addressLines: ['Tapovan Ghat'] },
      { name: 'Hotel Meena', city: 'Tapovan Ghat', addressLines: ['Tapovan Ghat, Rishikesh'] },
    ]
    expect(judge('IN', a, b)).toBe('SAME')
  })

  it('is no further from its city’s middle than a large city is wide, where the supplier says that it tells only that', () => {
    const told = { name: 'Merchant Lantern Hotel', addressLines: ['2-12-4 Shinmachi'], city: 'Loxley' }
    const far = { ...told, latitude: 10.2, longitude: 20.12345 }
    expect(judge('JP', told, { ...far, pointQuality: 'CITY' })).toBe('SAME')
    expect(judge('JP', told, far)).toBe('REVIEW')
  })
})

describe('two houses [20]', () => {
  it.each([
    ['the villas at a resort', 'Sagara Resort Loxley', 'The Villas at Sagara Resort Loxley', '+62 361 555012'],
    ['suites in a tower of that name', 'Belmora Suites Loxley', 'Platinum Suites at Belmora Loxley', null],
    ['two of an owner at one number', 'Kowanoen Tenshin', 'Hotel Kowanoen', null],
    ['two terminals', 'Transit Hotel Loxley T2', 'Transit Hotel Loxley Terminal 3', '+62 361 555012'],
  ])('are not called one: %s', (_, one, other, phone) => {
    const phones = phone === null ? null : [phone]
    expect(judge('ID', { name: one, phones }, { name: other, phones })).not.toBe('SAME')
  })

  it('are one after all where their telephone is, and the longer name adds to a rare one', () => {
    const phones = ['+62 361 555012']
    expect(judge('ID', { name: 'Hotel Kowanoen', phones }, { name: 'Kowanoen Tenshin', phones })).toBe('SAME')
  })
})
