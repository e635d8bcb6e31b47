import { describe, expect, it } from 'vitest'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import type { HotelVerdict } from '../../src/mapping/verdict.ts'
import { NOTHING } from './pairs/make-pairs.ts'

type Told = Partial<HotelFacts> & { readonly name: string }

function judge(a: Told, b: Told): HotelVerdict {
  return judgeHotels(prepareHotel({ ...NOTHING, ...a }), prepareHotel({ ...NOTHING, ...b }))
}

function kinds({ evidence }: HotelVerdict, effect: 'NEVER' | 'REVIEW'): string[] {
  return evidence.filter((one) => one.effect === effect).map(({ kind }) => kind)
}

const MANCHESTER = { city: 'Manchester', countryCode: 'GB', chain: 'Premier Inn' }
const PICCADILLY: Told = {
  ...MANCHESTER,
  name: 'Premier Inn Manchester City Piccadilly',
  addressLines: ['72 Dale Street'],
  postcode: 'M1 2HR',
  latitude: 53.4816,
  longitude: -2.2309,
}
const PORTLAND: Told = {
  ...MANCHESTER,
  name: 'Premier Inn Manchester City Centre Portland Street',
  addressLines: ['112-114 Portland Street'],
  postcode: 'M1 4WB',
  latitude: 53.4776,
  longitude: -2.2399,
}
const VIENNA: Told = {
  name: 'Hotel Kaiserin Elisabeth',
  addressLines: ['Weihburggasse 3'],
  postcode: '1010',
  city: 'Wien',
  countryCode: 'AT',
  latitude: 48.20731,
  longitude: 16.37264,
  phones: ['+43 1 515260'],
}

describe('two houses of one name', () => {
  it('are two when a chain has both in one city', () => {
    expect(judge(PICCADILLY, PORTLAND).verdict).toBe('DIFFERENT')
  })

  it('are two even where the supplier has put the one on the other’s point', () => {
    const { latitude = null, longitude = null } = PICCADILLY
    expect(judge(PICCADILLY, { ...PORTLAND, latitude, longitude }).verdict).toBe('DIFFERENT')
  })

  it('are never SAME when the supplier gives only what their names share', () => {
    const bare = { ...MANCHESTER, name: 'Premier Inn', latitude: 53.4815, longitude: -2.2308 }
    expect(judge(PICCADILLY, bare).verdict).toBe('REVIEW')
  })

  it('are two when numbers tell them apart, however near they are', () => {
    const place = { city: 'Singapore', countryCode: 'SG', latitude: 1.4437, longitude: 103.8399 }
    const verdict = judge({ ...place, name: 'Simpang Inn 1' }, { ...place, name: 'Simpang Inn II' })
    expect(verdict.verdict).toBe('DIFFERENT')
    expect(kinds(verdict, 'NEVER')).toEqual(['NAME_NUMBER'])
  })

  it.each([
    ['Grand Plaza Tower 1', 'Grand Plaza Tower 2'],
    ['Hotel Adria', 'Hotel Adria Annex'],
    ['Hotel Adria North', 'Hotel Adria South'],
    ['Hotel Kvarner', 'Kvarner Residences'],
    ['Sheraton Hanko Airport', 'Sheraton Hanko City Centre'],
    ['Hotel Adria', 'Adria Apartments'],
    ['Adria Hostel', 'Adria Hotel'],
    ['Alpenrose Haupthaus', 'Alpenrose Dependance'],
    ['ホテル山水 本館', 'ホテル山水 別館'],
    ['Отель Мечта', 'Апартаменты Мечта'],
  ])('%s and %s are not SAME, though all else agrees', (one, other) => {
    const place: Told = { ...VIENNA, chain: null }
    expect(judge({ ...place, name: one }, { ...place, name: other }).verdict).not.toBe('SAME')
  })

  it('in two towns are two', () => {
    const seefeld = { name: 'Hotel Post', city: 'Seefeld', countryCode: 'AT', latitude: 47.3302, longitude: 11.1879 }
    expect(judge(seefeld, { ...seefeld, city: 'Leutasch', latitude: 47.3675, longitude: 11.155 }).verdict).toBe(
      'DIFFERENT',
    )
  })
})

describe('two brands of one family', () => {
  const tower: Told = {
    name: 'Courtyard by Marriott Denver Downtown',
    addressLines: ['1475 California Street'],
    city: 'Denver',
    countryCode: 'US',
    latitude: 39.7447,
    longitude: -104.9936,
    phones: ['+1 303 555 0114'],
  }

  it.each([
    ['Courtyard by Marriott Denver Downtown', 'Residence Inn by Marriott Denver Downtown'],
    ['ibis Denver Centre', 'ibis budget Denver Centre'],
    ['Holiday Inn Denver', 'HIEX Denver'],
    ['Hilton Denver', 'HGI Denver'],
    ['希尔顿酒店', '希尔顿花园酒店'],
    ['Хилтон Денвер', 'Hampton by Hilton Denver'],
    ['إيبيس ستايلز دنفر', 'ibis Denver'],
    ['힐튼 가든 인 덴버', 'Hilton Denver'],
    ['ヒルトン デンバー', 'Hilton Garden Inn Denver'],
  ])('%s and %s are two houses at one address with one telephone', (one, other) => {
    const verdict = judge({ ...tower, name: one }, { ...tower, name: other })
    expect(verdict.verdict).toBe('DIFFERENT')
    expect(kinds(verdict, 'NEVER')).toContain('BRAND_FAMILY')
  })

  it.each([
    ['Formule 1 Denver', 'ibis budget Denver'],
    ['First Hotel Olympia', 'Scandic Olympia'],
    ['Vivanta by Taj Denver', 'Taj Denver'],
    ['Traders Hotel Denver', 'Hotel JEN Denver'],
  ])('%s and %s are a question: the one is known to follow the other', (one, other) => {
    expect(judge({ ...tower, name: one }, { ...tower, name: other }).verdict).toBe('REVIEW')
  })

  it('of two companies at one address with one telephone are a question', () => {
    const verdict = judge({ ...tower, name: 'Sheraton Denver' }, { ...tower, name: 'Hilton Denver' })
    expect(verdict.verdict).toBe('REVIEW')
  })
})

describe('one house', () => {
  it.each([
    ['case and noise', { name: 'KAISERIN ELISABETH HOTEL **** SUP' }],
    ['its city in another language', { name: 'Kaiserin Elisabeth Vienna', city: 'Vienna' }],
    ['a slip of the pen', { name: 'Hotel Kaiserin Elizabeth' }],
    ['accents lost', { name: 'Hotel Käiserin Elisabeth' }],
    ['words in one', { name: 'Hotel KaiserinElisabeth' }],
    ['a range of house numbers', { addressLines: ['Weihburgg. 3-5'] }],
    ['the number first', { addressLines: ['3 Weihburggasse'] }],
    ['a postcode with its country', { postcode: 'A-1010' }],
    ['a telephone without its country', { phones: ['01 515260'] }],
    ['half a star less', { stars: 3.5 }],
    ['no address at all', { addressLines: null, postcode: null, phones: null }],
    ['a point to three decimals', { latitude: 48.208, longitude: 16.374 }],
  ] as const)('is SAME with %s', (_, changed) => {
    const { verdict, evidence } = judge({ ...VIENNA, stars: 4 }, { ...VIENNA, ...changed })
    expect({ verdict, evidence }).toMatchObject({ verdict: 'SAME' })
  })

  it.each([
    ['Мариотт Гранд', 'Marriott Grand', 'RU', 'Москва', 'Moscow', 55.7682, 37.6003],
    ['北京王府井希尔顿酒店', 'Hilton Beijing Wangfujing', 'CN', '北京', 'Beijing', 39.9139, 116.4116],
    ['ヒルトン東京', 'Hilton Tokyo', 'JP', '東京', 'Tokyo', 35.6929, 139.6907],
    ['롯데호텔 부산', 'Lotte Hotel Busan', 'KR', '부산', 'Busan', 35.1569, 129.056],
    ['فندق هيلتون النيل', 'Nile Hilton Hotel', 'EG', 'القاهرة', 'Cairo', 30.0469, 31.2322],
    ['מלון הילטון תל אביב', 'Hilton Tel Aviv', 'IL', 'תל אביב', 'Tel Aviv', 32.0886, 34.7706],
    ['โรงแรมดุสิตธานี กรุงเทพ', 'Dusit Thani Bangkok', 'TH', 'กรุงเทพ', 'Bangkok', 13.7286, 100.5374],
    ['Ξενοδοχείο Χίλτον Αθήνα', 'Hilton Athens', 'GR', 'Αθήνα', 'Athens', 37.9762, 23.7506],
    ['Հիլթոն Երևան', 'Hilton Yerevan', 'AM', 'Երևան', 'Yerevan', 40.1812, 44.5136],
    ['რადისონ ბლუ ბათუმი', 'Radisson Blu Batumi', 'GE', 'ბათუმი', 'Batumi', 41.6509, 41.6368],
    ['Готель Дніпро', 'Dnipro Hotel', 'UA', 'Київ', 'Kyiv', 50.4527, 30.5277],
    ['होटल ताज पैलेस', 'Taj Palace Hotel', 'IN', 'नई दिल्ली', 'New Delhi', 28.5956, 77.171],
  ] as const)('is SAME as %s and as %s', (one, other, countryCode, cityA, cityB, latitude, longitude) => {
    const place = { countryCode, latitude, longitude, addressLines: ['12 Example Street'], phones: ['5550123456'] }
    const { verdict, evidence } = judge({ ...place, name: one, city: cityA }, { ...place, name: other, city: cityB })
    expect({ verdict, evidence }).toMatchObject({ verdict: 'SAME' })
  })

  it('is a question, not DIFFERENT, when the names are in two scripts and the address is one', () => {
    const place = {
      city: 'Sapporo',
      countryCode: 'JP',
      addressLines: ['2-5 Kita 5-jo Nishi'],
      latitude: 43.0687,
      longitude: 141.353,
    }
    expect(judge({ ...place, name: '花風館' }, { ...place, name: 'Sapporo Flower Inn' }).verdict).toBe('REVIEW')
  })

  it('is a question under its old name', () => {
    const renamed = judge({ ...VIENNA, name: 'Palais Graben' }, VIENNA)
    expect(renamed.verdict).toBe('REVIEW')
    expect(kinds(renamed, 'REVIEW')).toContain('OTHER_NAME')
    const told = judge({ ...VIENNA, name: 'Palais Graben (ex Hotel Kaiserin Elisabeth)', phones: null }, VIENNA)
    expect(kinds(told, 'REVIEW')).toContain('FORMER_NAME')
    expect(told.verdict).toBe('REVIEW')
    expect(judge({ ...VIENNA, name: 'Palais Graben', formerNames: ['Kaiserin Elisabeth'] }, VIENNA).verdict).toBe(
      'REVIEW',
    )
  })

  it('and the annex beside it stay two, although a long name in another script sounds much like both', () => {
    const house = {
      chain: 'Solantis',
      addressLines: ['Mouseiou Street 68'],
      city: 'Athens',
      phones: ['+30 21 94708484'],
    }
    const main = {
      ...house,
      name: 'Solantis Belvedere Athens',
      alternativeNames: ['ソランティス ベルヴェデーレ アテネ'],
    }
    const annex = judge(main, { ...house, name: 'Solantis Belvedere Annex Athens' })
    expect(annex.verdict).toBe('REVIEW')
    expect(kinds(annex, 'REVIEW')).toContain('DIVIDING_WORD')
    expect(judge(main, { ...house, name: 'Solantis Belvedere Athens' }).verdict).toBe('SAME')
  })

  it('is found by a name that it has in another language', () => {
    const verdict = judge({ ...VIENNA, name: '维也纳皇后酒店', alternativeNames: ['Hotel Kaiserin Elisabeth'] }, VIENNA)
    expect(verdict.verdict).toBe('SAME')
  })
})

describe('what is missing or broken', () => {
  it('is no evidence: a bare name is a question, never a contradiction', () => {
    expect(judge({ name: 'Hotel Kaiserin Elisabeth' }, VIENNA).verdict).toBe('REVIEW')
    expect(judge({ name: 'Hotel Kaiserin Elisabeth' }, { name: 'Kaiserin Elisabeth' }).verdict).toBe('REVIEW')
  })

  it('counts a point of 0,0 as none, and tries a swapped one', () => {
    expect(judge({ ...VIENNA, latitude: 0, longitude: 0 }, VIENNA).verdict).toBe('SAME')
    const { latitude = null, longitude = null } = VIENNA
    expect(judge({ ...VIENNA, latitude: longitude, longitude: latitude }, VIENNA).verdict).toBe('SAME')
    expect(judge({ ...VIENNA, latitude: -(latitude ?? 0) }, VIENNA).verdict).toBe('SAME')
    const untold = { ...VIENNA, addressLines: null, phones: null }
    expect(judge({ ...untold, latitude: longitude, longitude: latitude }, VIENNA).verdict).toBe('REVIEW')
  })

  it('takes a point in the middle of the city for no more than the city', () => {
    const middle = { name: 'Hotel Bristol', city: 'Wien', countryCode: 'AT', latitude: 48.20849, longitude: 16.37208 }
    expect(judge(middle, { ...middle, name: 'Bristol Hotel' }).verdict).toBe('REVIEW')
  })

  it('counts a reservation desk’s number for nothing', () => {
    const desk = { ...VIENNA, phones: ['+1 800 465 4329'], countryCode: 'US', addressLines: null, postcode: null }
    const verdict = judge({ ...desk, name: 'Rosemary Inn' }, { ...desk, name: 'Thornbury Lodge' })
    expect(verdict.verdict).toBe('DIFFERENT')
    expect(verdict.evidence.map(({ kind }) => kind)).not.toContain('PHONE')
  })

  it('asks when the name agrees, but telephone and house number do not', () => {
    const other = { ...VIENNA, addressLines: ['Weihburggasse 40'], phones: ['+43 1 999888'] }
    expect(judge(VIENNA, other).verdict).toBe('REVIEW')
  })

  it('asks on either side of a border, and says two for two countries', () => {
    const basel = { name: 'Hotel Drei Koenige', city: 'Basel', countryCode: 'CH', latitude: 47.5606, longitude: 7.5877 }
    expect(judge(basel, { ...basel, countryCode: 'FR' }).verdict).toBe('REVIEW')
    expect(judge(basel, { name: basel.name, city: basel.city, countryCode: 'US' }).verdict).toBe('DIFFERENT')
  })

  it.each(['!!!', '酒店', 'Hotel', '★★★★', 'x'.repeat(10_000), '\u202eletoh\u202c', '🏨🏨'])(
    'judges the name %.20s',
    (name) => {
      expect(['REVIEW', 'DIFFERENT']).toContain(judge({ name }, { name: 'Hotel Sacher', countryCode: 'AT' }).verdict)
      expect(['SAME', 'REVIEW']).toContain(judge({ ...VIENNA, name }, { ...VIENNA, name }).verdict)
    },
  )
})

describe('evidence', () => {
  it('tells on either side what was compared, and swaps with the sides', () => {
    const forth = judge(PICCADILLY, PORTLAND)
    const back = judge(PORTLAND, PICCADILLY)
    expect(back.verdict).toBe(forth.verdict)
    expect(back.score).toBe(forth.score)
    expect(back.evidence.map(({ a, b, ...one }) => ({ ...one, a: b, b: a }))).toEqual(forth.evidence)
    expect(forth.evidence).toContainEqual(expect.objectContaining({ kind: 'POSTCODE', a: 'M12HR', b: 'M14WB' }))
  })

  it('orders the queue: a SAME above every REVIEW, a REVIEW above every DIFFERENT', () => {
    const same = judge(VIENNA, VIENNA).score
    const review = judge({ ...VIENNA, name: 'Palais Graben' }, VIENNA).score
    const different = judge(PICCADILLY, PORTLAND).score
    expect(same).toBeGreaterThan(review)
    expect(review).toBeGreaterThan(different)
  })
})
