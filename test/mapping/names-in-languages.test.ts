import { describe, expect, it } from 'vitest'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import { NOTHING } from './pairs/make-pairs.ts'

const HOUSE: HotelFacts = {
  ...NOTHING,
  name: 'Corvelle Clock Garden Cairo',
  alternativeNames: ['كورفيل حديقة الساعة القاهرة', 'コルヴェル 時計庭園 カイロ'],
  addressLines: ['67 Bazaar Street'],
  city: 'Cairo',
  countryCode: 'EG',
  chain: 'Corvelle',
  latitude: 30.03532,
  longitude: 31.20069,
  phones: ['+20 2 62708158'],
}

function verdictOn(other: Partial<HotelFacts>) {
  return judgeHotels(prepareHotel(HOUSE), prepareHotel({ ...HOUSE, ...other }))
}

describe('a hotel whose listings have its name in several languages', () => {
  it('is not taken for its neighbour because the word that divides them is only a sound in another script', () => {
    const south = {
      name: 'Corvelle Clock Garden South Cairo',
      alternativeNames: ['كورفيل حديقة الساعة الجنوبي القاهرة', 'コルヴェル 時計庭園 サウス カイロ'],
      addressLines: ['69 Bazaar Street'],
      phones: ['+20 2 55837923'],
    }
    expect(verdictOn(south).verdict).not.toBe('SAME')
    expect(verdictOn({ ...south, name: 'Corvelle Clock Garden Annex Cairo' }).verdict).not.toBe('SAME')
  })

  it('is the same as a listing in one of its scripts alone', () => {
    const [arabic = '', japanese = ''] = HOUSE.alternativeNames ?? []
    expect(verdictOn({ name: arabic, alternativeNames: null }).verdict).toBe('SAME')
    expect(verdictOn({ name: japanese, alternativeNames: null }).verdict).toBe('SAME')
  })

  it('is compared by sound with a script that its own listing does not have', () => {
    const russian = { name: 'Корвель Клок Гарден Каир', alternativeNames: null }
    expect(verdictOn(russian).verdict).toBe('SAME')
  })

  it('is judged the same from either side', () => {
    const a = prepareHotel(HOUSE)
    const b = prepareHotel({ ...HOUSE, name: 'Clock Garden by Corvelle', alternativeNames: ['كورفيل حديقة الساعة'] })
    expect(judgeHotels(a, b).verdict).toBe(judgeHotels(b, a).verdict)
  })
})

describe('a chain that the listing tells beside its name', () => {
  const express = {
    name: 'Corvelle Express Clock Garden Cairo',
    alternativeNames: null,
    chain: 'Corvelle Express',
    addressLines: ['69 Bazaar Street'],
    phones: ['+20 2 55837923'],
  }

  it('does not explain a word of its own name to a house of another chain', () => {
    expect(verdictOn(express).verdict).not.toBe('SAME')
  })

  it('explains that word where the other listing tells the same chain', () => {
    const there = { ...NOTHING, ...HOUSE, ...express, name: 'Corvelle Clock Garden Cairo', alternativeNames: null }
    expect(judgeHotels(prepareHotel({ ...HOUSE, ...express }), prepareHotel(there)).verdict).toBe('SAME')
  })
})

describe('names of which only the sounds can be compared', () => {
  it('are not the same when the one has a further word behind it', () => {
    const japanese = { ...HOUSE, name: 'コルヴェルクロックガーデン カイロ', alternativeNames: null }
    const spoken = { ...HOUSE, name: 'Koruveru Kurokku Gaaden Kairo', alternativeNames: null }
    const annex = { ...spoken, name: 'Koruveru Kurokku Gaaden Anekkusu Kairo' }
    expect(judgeHotels(prepareHotel(japanese), prepareHotel(spoken)).verdict).toBe('SAME')
    expect(judgeHotels(prepareHotel(japanese), prepareHotel(annex)).verdict).not.toBe('SAME')
  })
})

describe('a house that both suppliers call an aparthotel', () => {
  it('is one, though only one of them puts Hotel into its name', () => {
    const told = { alternativeNames: null, propertyType: 'aparthotel' }
    const a = prepareHotel({ ...HOUSE, ...told })
    const b = prepareHotel({ ...HOUSE, ...told, name: 'Hotel Corvelle Clock Garden, Cairo' })
    expect(judgeHotels(a, b).verdict).toBe('SAME')
    const hotel = prepareHotel({ ...HOUSE, ...told, name: 'Hotel Corvelle Clock Garden, Cairo', propertyType: 'hotel' })
    expect(judgeHotels(a, hotel).verdict).toBe('REVIEW')
  })
})
