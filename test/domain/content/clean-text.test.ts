import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanChain, cleanName } from '../../../src/domain/content/clean-name.ts'
import { cleanLine, cleanText } from '../../../src/domain/content/clean-text.ts'
import { decodeEntities } from '../../../src/domain/content/entities.ts'
import { toHalfStars } from '../../../src/domain/content/half-stars.ts'
import { webUrl } from '../../../src/domain/content/images.ts'
import { toPhone } from '../../../src/domain/content/phone.ts'
import { toWallTime } from '../../../src/domain/content/wall-time.ts'
import { withoutTags } from '../../../src/domain/content/without-tags.ts'

describe('a text that a hotel wrote', () => {
  it.each([
    ['<p>Caf&eacute; &amp;amp; bar</p><ul><li>one</li><li>two</li></ul>', 'Café & bar\n\n• one\n• two'],
    ['a<br>b<br/>c\r\n\r\n\r\n\r\nd\re', 'a\nb\nc\n\nd\ne'],
    ['From <b>5</b> a.m. <i>daily</i>&#46; &#x41;', 'From 5 a.m. daily. A'],
    ['Rooms < 20 m² and > 50 m²', 'Rooms ‹ 20 m² and › 50 m²'],
    ['Cafe\u0301 \u0000\u0008\u202Eevil\u202C\uFEFF', 'Café evil'],
    ['<!-- hidden --><style>p{}</style>shown<script>alert(1)</script>', 'shown'],
    ['half a pair \ud83d, a whole one 😀', 'half a pair , a whole one 😀'],
    ['&unknown; &#1114112; &#0;', '&unknown;'],
  ])('becomes plain: %j', (raw, plain) => {
    expect(cleanText(raw, 500)).toBe(plain)
  })

  it.each([
    '<script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
    '&#60;svg/onload=alert(1)&#x3e;',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)',
    '<a href="javascript:alert(1)">x</a>',
    '<<b>script>alert(1)</script>',
    '<iframe srcdoc="&lt;script&gt;1&lt;/script&gt;">',
    '<math><mtext></mtext><script>1</script></math>',
    '\u0000<\u0000script\u0000>1',
  ])('is no mark-up wherever it is put: %j', (raw) => {
    expect(cleanText(raw, 500)).not.toMatch(/[<>]/)
  })

  it('never has a bracket of mark-up, a control character or half a character in it, whatever was written', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '&lt;',
      '&amp;lt;',
      '&#60;',
      '&#x3C',
      ';',
      '</',
      '<!--',
      '-->',
      'script',
      ' ',
      '\n',
      '\u0000',
    )
    const raw = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 }))).map((parts) => parts.join(''))
    fc.assert(
      fc.property(raw, fc.integer({ min: 2, max: 60 }), (text, most) => {
        const clean = cleanText(text, most)
        expect(clean.length).toBeLessThanOrEqual(most)
        expect(clean).not.toMatch(/[<>]|[^\P{Cc}\n\t]/u)
        expect(clean.isWellFormed()).toBe(true)
        expect(cleanLine(text, most)).not.toContain('\n')
      }),
    )
  })

  it('is read in a time that grows with its length, however its brackets are nested', () => {
    // With the square of the length each of these would take minutes, and the test its time-out.
    for (const piece of ['<', '<a', '<script>', '&lt;', '<b>', '<!--', '<p><', '&amp;', '<li>', '</script', '&#60;'])
      expect(decodeEntities(withoutTags(`${piece.repeat(4_000_000 / piece.length)}>`)).length).toBeLessThan(5_000_000)
  })

  it('is cut behind a whole word, and says so', () => {
    expect(cleanText('word '.repeat(10), 18)).toBe('word word word…')
    expect(cleanText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
  })
})

describe('a name', () => {
  it.each([
    ['HOTEL DE LA PAIX', 'Hotel de la Paix'],
    ['NH COLLECTION MADRID', 'NH Collection Madrid'],
    ["KING'S CROSS INN", "King's Cross Inn"],
    ["L'ETOILE DU NORD", "L'Etoile du Nord"],
    ['HOTEL LOUIS XIV', 'Hotel Louis XIV'],
    ['ОТЕЛЬ МОСКВА', 'Отель Москва'],
    ['RIU', 'RIU'],
    ['<b>Palace</b>\n& Spa', 'Palace & Spa'],
    ['東京ホテル', '東京ホテル'],
  ])('in capitals throughout is written as a title: %s', (raw, shown) => {
    expect(cleanName(raw)).toBe(shown)
  })

  it('of a chain is none where the source has none', () => {
    expect(['Not Available', 'Hilton Not Available', 'No chain', null, '-'].map(cleanChain)).toEqual([
      null,
      'Hilton',
      null,
      null,
      null,
    ])
  })
})

describe('a telephone number', () => {
  it.each([
    ['+44 (0)20 7946 0123', 'GB', '+442079460123'],
    ['020 7946 0123', 'GB', '+442079460123'],
    ['0033 1 23 45 67 89', 'FR', '+33123456789'],
    ['06 1234567', 'IT', '+39061234567'],
    ['(212) 555-0101 ext. 12', 'US', '+12125550101'],
    ['1-212-555-0101', 'US', '+12125550101'],
    ['8 495 123-45-67', 'RU', '+74951234567'],
    ['34 912345678', 'ES', '+34912345678'],
    ['06 1 234 5678', 'HU', '+3612345678'],
    ['٠٢٠٧٩٤٦٠١٢٣', 'GB', '+442079460123'],
    ['030 1234567', null, '030 1234567'],
    ['12', 'GB', null],
    ['<script>1</script>', 'GB', null],
    ['call the desk', 'GB', null],
  ])('is E.164 where it can be told: %s in %s', (raw, country, phone) => {
    expect(toPhone(raw, country)).toBe(phone)
  })
})

describe('a time of day', () => {
  it.each([
    ['3:00 PM', '15:00'],
    ['12:00 AM', '00:00'],
    ['12:00 PM', '12:00'],
    ['15:00:00', '15:00'],
    ['noon', '12:00'],
    ['0:30', '00:30'],
    ['anytime', null],
    ['3', null],
    ['25:00', null],
    ['13 pm', null],
    [null, null],
  ])('has 24 hours: %s', (raw, time) => {
    expect(toWallTime(raw)).toBe(time)
  })
})

it('stars come in halves', () => {
  expect([0, 0.2, 3.3, 4.5, 5, 5.1, -1, Number.NaN, null].map(toHalfStars)).toEqual([
    null,
    0.5,
    3.5,
    4.5,
    5,
    null,
    null,
    null,
    null,
  ])
})

it('an address of a picture is one on the web, and no mark-up', () => {
  expect(webUrl('javascript:alert(1)')).toBeNull()
  expect(webUrl('data:text/html,<script>1</script>')).toBeNull()
  expect(webUrl('//img.example/1.jpg')).toBeNull()
  expect(webUrl('https://user:secret@img.example/1.jpg')).toBeNull()
  expect(webUrl(`https://img.example/${'x'.repeat(2_000)}`)).toBeNull()
  expect(webUrl('https://img.example/a b".jpg?"><script>')).toBe('https://img.example/a%20b%22.jpg?%22%3E%3Cscript%3E')
})
