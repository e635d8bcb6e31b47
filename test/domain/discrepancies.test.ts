import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Agreement,
  COMPARED_PATHS,
  DISCREPANCY_PATHS,
  discrepanciesOf,
  type PersonName,
  type RecordedAgreement,
  updatedDiscrepancies,
  withVanished,
} from '../../src/domain/discrepancies.ts'

const ADA = { givenName: 'Ada', familyName: 'Lovelace' }

const AGREED: Agreement = {
  total: { amountMinor: 42_963, currency: 'USD' },
  stay: { checkInDate: '2027-01-10', checkOutDate: '2027-01-13' },
  rooms: 2,
  people: [ADA, { givenName: 'Grace Brewster', familyName: 'Hopper' }],
  unnamedGuests: 0,
}

const SAME: RecordedAgreement = {
  charged: AGREED.total,
  checkInDate: '2027-01-10',
  checkOutDate: '2027-01-13',
  rooms: 2,
  guests: [ADA],
}

const SILENT: RecordedAgreement = { charged: null, checkInDate: null, checkOutDate: null, rooms: null, guests: null }

/** In two scripts, so that nobody can be both. */
const STRANGERS = [named('Charles', 'Babbage'), named('李', '娜')]

function named(givenName: string, familyName: string): PersonName {
  return { givenName, familyName }
}

function guestsDiffer(guests: readonly PersonName[], agreed: Partial<Agreement> = {}): boolean {
  return discrepanciesOf({ ...AGREED, ...agreed }, { ...SILENT, guests }).length > 0
}

const word = fc.stringMatching(/^[A-Z][a-zéèüñçåø]{1,11}$/)
const person = fc.record({ givenName: word, familyName: word })

describe('[C-138] a record compared with what was agreed', () => {
  it('differs in nothing when it says the same, and in nothing when it says nothing', () => {
    expect(discrepanciesOf(AGREED, SAME)).toEqual([])
    expect(discrepanciesOf(AGREED, SILENT)).toEqual([])
  })

  it('differs exactly in what it says otherwise', () => {
    const parts: readonly (readonly [string, Partial<RecordedAgreement>])[] = [
      ['price.total', { charged: { amountMinor: 42_964, currency: 'USD' } }],
      ['stay.check_in', { checkInDate: '2027-01-11' }],
      ['stay.check_out', { checkOutDate: '2027-01-12' }],
      ['allocations', { rooms: 1 }],
      ['guests', { guests: [named('Charles', 'Babbage')] }],
    ]
    fc.assert(
      fc.property(fc.subarray([...parts]), (changed) => {
        const record = Object.assign({ ...SAME }, ...changed.map(([, change]) => change))
        expect(discrepanciesOf(AGREED, record).map(({ path }) => path)).toEqual(changed.map(([path]) => path))
      }),
    )
    expect(parts.map(([path]) => path)).toEqual([...COMPARED_PATHS])
  })

  it('compares money exactly, in amount and currency', () => {
    const money = fc.record({
      amountMinor: fc.integer({ min: 1, max: 1e9 }),
      currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
    })
    fc.assert(
      fc.property(money, money, (total, charged) => {
        const isSame = total.amountMinor === charged.amountMinor && total.currency === charged.currency
        expect(discrepanciesOf({ ...AGREED, total }, { ...SILENT, charged })).toHaveLength(isSame ? 0 : 1)
      }),
    )
    expect(discrepanciesOf(AGREED, { ...SILENT, charged: { amountMinor: 64_444, currency: 'USD' } })).toEqual([
      { path: 'price.total', ours: '429.63 USD', theirs: '644.44 USD' },
    ])
  })

  it('takes a name for the same in capitals, without accents, turned round, and with a title or second names', () => {
    fc.assert(
      fc.property(person, word, ({ givenName, familyName }, second) => {
        const people = [named(givenName, familyName)]
        const plain = `${givenName} ${familyName}`.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ø', 'o')
        const [given = '', family = ''] = plain.split(' ')
        const written = [
          named(givenName.toUpperCase(), familyName.toUpperCase()),
          named(given, family),
          named(family.toUpperCase(), given.toUpperCase()),
          named(`Mr. ${given}`, family),
          named(`${given} ${second}`, family),
        ]
        for (const guest of written) expect([guest, guestsDiffer([guest], { people })]).toEqual([guest, false])
      }),
    )
  })

  it.each([
    ['Jürgen Müller', 'JUERGEN MUELLER'],
    ['Grace Brewster Hopper', 'Grace Hopper'],
    ['Anna-Lena O’Neill', 'ANNALENA ONEILL'],
    ['Ольга Иванова', 'Olga Ivanova'],
    ['山田 太郎', 'TARO YAMADA'],
  ])('takes %s for %s', (ours, theirs) => {
    const [[a = '', ...restOfA], [b = '', ...restOfB]] = [ours.split(' '), theirs.split(' ')]
    const people = [named(a, restOfA.join(' '))]
    expect(guestsDiffer([named(b, restOfB.join(' '))], { people })).toBe(false)
  })

  it.each([
    ['A***', 'L*******'],
    ['XXXX', 'XXXX'],
    ['-', 'Lovelace'],
  ])('takes the hidden name %s %s for no difference', (givenName, familyName) => {
    expect(guestsDiffer([named(givenName, familyName)])).toBe(false)
  })

  it('minds a stranger, but not the names that a supplier gives to guests without one', () => {
    const stranger = named('Charles', 'Babbage')
    expect(guestsDiffer([stranger])).toBe(true)
    expect(guestsDiffer([ADA, stranger])).toBe(true)
    expect(guestsDiffer([ADA, stranger], { unnamedGuests: 1 })).toBe(false)
    expect(guestsDiffer([stranger], { unnamedGuests: 1 })).toBe(true)
    expect(guestsDiffer([stranger], { people: null })).toBe(false)
  })

  it('tells guests by their initials: their names are stored sealed and nowhere else', () => {
    const told = JSON.stringify(discrepanciesOf(AGREED, { ...SILENT, guests: [named('charles', 'Babbage')] }))
    expect(JSON.parse(told)).toEqual([{ path: 'guests', ours: 'A. L., G. H.', theirs: 'C. B.' }])
  })

  it.each([
    ['伟', '王', '*. *.'],
    ['민준', '김', '*. *.'],
    ['Ольга', 'Иванова', 'О. И.'],
    ['Άννα', 'Παπαδοπούλου', 'Ά. Π.'],
    ['élodie', '’t Hooft', 'É. T.'],
    ['ßen', '\u{1f642} Ångström', 'S. Å.'],
    ['王 Wei', '', '*. *.'],
  ])(
    'tells %s %s as %s: a letter of an alphabet is no name, a character of another script can be one',
    (given, family, told) => {
      const [found] = discrepanciesOf({ ...AGREED, people: [named(given, family)] }, { ...SILENT, guests: STRANGERS })
      expect(found?.ours).toBe(told)
    },
  )

  it('never tells a character of a script in which one can be a whole name', () => {
    const anyName = fc.record({
      givenName: fc.string({ unit: 'grapheme' }),
      familyName: fc.string({ unit: 'grapheme' }),
    })
    const told = /^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}*]\. ){2}$/u
    fc.assert(
      fc.property(anyName, (someone) => {
        const found = discrepanciesOf({ ...AGREED, people: [someone] }, { ...SILENT, guests: STRANGERS })
        for (const { ours } of found) expect(`${ours} `).toMatch(told)
      }),
    )
  })

  it('keeps the time of a known discrepancy, drops a settled one, and keeps what the record is silent about', () => {
    const dearer = { ...SILENT, charged: { amountMinor: 50_000, currency: 'USD' }, rooms: 1 }
    const first = updatedDiscrepancies([], { agreed: AGREED, record: dearer, now: 1_000 })
    expect(first.map(({ path, foundAt }) => [path, foundAt])).toEqual([
      ['price.total', 1_000],
      ['allocations', 1_000],
    ])
    expect(updatedDiscrepancies(first, { agreed: AGREED, record: dearer, now: 2_000 })).toEqual(first)
    expect(updatedDiscrepancies(first, { agreed: AGREED, record: SILENT, now: 2_000 })).toEqual(first)
    expect(updatedDiscrepancies(first, { agreed: AGREED, record: SAME, now: 2_000 })).toEqual([])
    const again = { ...dearer, charged: { amountMinor: 60_000, currency: 'USD' } }
    expect(updatedDiscrepancies(first, { agreed: AGREED, record: again, now: 2_000 })).toEqual([
      { path: 'price.total', ours: '429.63 USD', theirs: '600.00 USD', foundAt: 2_000 },
      first[1],
    ])
  })
})

describe('[C-137] a booking that its supplier does not know', () => {
  const price = { path: 'price.total', ours: '1.00 EUR', theirs: '2.00 EUR', foundAt: 1 } as const

  it('differs in its status, ahead of what was known, and once', () => {
    const gone = { path: 'status', ours: 'CONFIRMED', theirs: 'NOT_FOUND', foundAt: 5 }
    const vanished = withVanished([price], 5)
    expect(vanished).toEqual([gone, price])
    expect(withVanished(vanished, 9)).toEqual(vanished)
    expect(withVanished([], 5)).toEqual([gone])
    expect(DISCREPANCY_PATHS).toEqual([
      'status',
      'price.total',
      'stay.check_in',
      'stay.check_out',
      'allocations',
      'guests',
    ])
  })
})

describe('[C-138] a guest of the record', () => {
  function differs(agreed: PersonName, recorded: PersonName): boolean {
    return guestsDiffer([recorded], { people: [agreed] })
  }

  it.each([
    ['Ada', 'Lovelace', 'Ada', 'Babbage'],
    ['Ada', 'Lovelace', 'Charles', 'Lovelace'],
    ['Grace Brewster', 'Hopper', 'Grace', 'Brewster Murray'],
  ])('%s %s is not %s %s', (given, family, otherGiven, otherFamily) => {
    expect(differs(named(given, family), named(otherGiven, otherFamily))).toBe(true)
    expect(differs(named(otherGiven, otherFamily), named(given, family))).toBe(true)
  })

  it.each([
    ['Straße', 'Weiß', 'Strasse', 'Weiss'],
    ['Søren', 'Bjørk', 'Soren', 'Bjork'],
    ['Læ', 'Ræv', 'Lae', 'Raev'],
    ['Œuvre', 'Cœur', 'Oeuvre', 'Coeur'],
    ['Łukasz', 'Pawłow', 'Lukasz', 'Pawlow'],
    ['Đuro', 'Anđa', 'Duro', 'Anda'],
    ['Sigurð', 'Guðrún', 'Sigurd', 'Gudrun'],
    ['Þór', 'Þrá', 'Thor', 'Thra'],
    ['Işıl', 'Yıldız', 'Isil', 'Yildiz'],
    ['Jürgen', 'Müller', 'Juergen', 'Mueller'],
    ['Mr Ada', 'Lovelace', 'Ada', 'Lovelace'],
    ['Mary Ann', 'Evans', 'Maryann', 'Evans'],
    ['Ada', 'Lovelace', 'LOVELACE', 'ADA'],
    ['Ada', 'King Lovelace', 'Ada', 'King-Lovelace'],
  ])('%s %s is %s %s', (given, family, otherGiven, otherFamily) => {
    expect(differs(named(given, family), named(otherGiven, otherFamily))).toBe(false)
    expect(differs(named(otherGiven, otherFamily), named(given, family))).toBe(false)
  })

  it.each(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Prof', 'Mx'])('has the title %s in front, and is the same', (title) => {
    expect(differs(ADA, named(`${title}. Ada`, 'Lovelace'))).toBe(false)
    expect(differs(ADA, named(title, 'Lovelace'))).toBe(false)
    expect(differs(ADA, named(title, 'Babbage'))).toBe(true)
    expect(differs(named('Ada', 'Lovelace'), named('Ada', `Lovelace ${title}`))).toBe(false)
  })

  it('whose name is a title alone is told from others by it', () => {
    expect(differs(named('Miss', 'Mrs'), named('Miss', 'Mrs'))).toBe(false)
    expect(differs(named('Miss', 'Mrs'), ADA)).toBe(true)
    expect(differs(named('Ada', 'Dr'), named('Ada', 'Dr'))).toBe(false)
  })

  it('in another script cannot be compared; two of that script can', () => {
    expect(differs(ADA, named('Ада', 'Лавлейс'))).toBe(false)
    expect(differs(named('Анна', 'Каренина'), named('Ада', 'Лавлейс'))).toBe(true)
    expect(differs(named('Анна', 'Каренина'), named('Анна', 'Каренина'))).toBe(false)
  })

  it.each([
    named('A**', 'Lovelace'),
    named('Zoe', '***'),
    named('XX', 'Babbage'),
    named('Charles', ' xxx '),
    named('', 'Babbage'),
    named('Charles', '-'),
    named('•••', '●'),
  ])('that is masked, %j, is nobody’s fault', (masked) => {
    expect(differs(ADA, masked)).toBe(false)
  })

  it('with an X for a name is not masked', () => {
    expect(differs(ADA, named('X', 'Babbage'))).toBe(true)
    expect(differs(ADA, named('Xxavier', 'Babbage'))).toBe(true)
  })

  it('may be a stranger where a guest has no name here, but not all of them', () => {
    const stranger = named('Charles', 'Babbage')
    expect(guestsDiffer([ADA, stranger], { unnamedGuests: 1 })).toBe(false)
    expect(guestsDiffer([ADA, stranger, named('Mary', 'Somerville')], { unnamedGuests: 1 })).toBe(true)
    expect(guestsDiffer([ADA, stranger, named('Mary', 'Somerville')], { unnamedGuests: 2 })).toBe(false)
    expect(guestsDiffer([stranger], { unnamedGuests: 1 })).toBe(true)
    expect(guestsDiffer([ADA, stranger])).toBe(true)
    expect(guestsDiffer([])).toBe(false)
  })

  it('is told by initials, of a name that there is not by none', () => {
    const guests = [named('élise', ' babbage'), named('', 'somerville')]
    expect(discrepanciesOf(AGREED, { ...SILENT, guests })).toEqual([
      { path: 'guests', ours: 'A. L., G. H.', theirs: 'É. B., *. S.' },
    ])
  })

  it('is not compared once the names are forgotten', () => {
    const record = { ...SILENT, guests: [named('Charles', 'Babbage')] }
    expect(discrepanciesOf({ ...AGREED, people: null }, record)).toEqual([])
  })
})
