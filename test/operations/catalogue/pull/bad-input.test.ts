import { describe, expect, it } from 'vitest'
import { type ContentSupplier, hotels, type Row, useContentSupplier } from '../../../support/use-content-supplier.ts'

let supplier: ContentSupplier
useContentSupplier((opened) => {
  supplier = opened
})

/** Pulls 30 good hotels with some that are changed, and answers what was counted of the pass. */
async function pullWith(changes: Readonly<Record<number, object>>, more: readonly Row[] = []) {
  supplier.has.set('WHOLE en', [...hotels(30, changes), ...more])
  const { passes, outcome } = await supplier.pull({ isWhole: true })
  expect(outcome).toBe('DONE')
  return passes[0]?.counts
}

async function told(): Promise<readonly string[]> {
  return (await supplier.faults()).map(({ line, listing, faults }) => `${line} ${listing}: ${faults.join('; ')}`)
}

describe('[20] a row that nobody can believe', () => {
  it.each<[string, object, RegExp]>([
    [
      'a point that is not in its country',
      { latitude: 52.52, longitude: 13.4 },
      /^8 liteapi\/h7: latitude, longitude: 52.52,13.4 is in DE, not in FR$/,
    ],
    [
      'a wrong sign',
      { country_code: 'US', latitude: 40.75, longitude: 73.98 },
      /^8 liteapi\/h7: .*have a wrong sign: only so they are in US$/,
    ],
    ['a name of 10,000 characters', { name: 'n'.repeat(10_000) }, /name must have at most 300 characters/],
    ['no name', { name: '' }, /name is required/],
    ['a country that is none', { country_code: 'FRANCE' }, /country_code must be ISO 3166-1 alpha-2/],
    ['a status that is none', { status: 'MAYBE' }, /status must be one of/],
  ])('is put aside and told for %s', async (_what, changes, fault) => {
    expect(await pullWith({ 7: changes })).toMatchObject({ rows: 30, added: 29, bad: 1 })
    expect(await told()).toEqual([expect.stringMatching(fault)])
    expect(Object.keys(await supplier.staged())).not.toContain('h7')
  })

  it('is told with all its faults, and what was staged of it before stays', async () => {
    await pullWith({})
    const before = (await supplier.staged())['h7']
    await pullWith({ 7: { name: 'n'.repeat(10_000), country_code: 'F1', status: 'MAYBE' } })
    expect((await supplier.staged())['h7']).toEqual(before)
    const [sentence] = await told()
    for (const fault of ['name must have', 'country_code must be', 'status must be']) expect(sentence).toContain(fault)
  })

  it('comes twice: the first counts, the second is told', async () => {
    const twin = { ...(hotels(1)[0] as object), name: 'Another' }
    expect(await pullWith({}, [twin])).toMatchObject({ rows: 31, added: 30, bad: 1 })
    expect(await told()).toEqual(['31 liteapi/h0: supplier_hotel_id: liteapi/h0 was in line 1 already'])
    expect((await supplier.staged())['h0'].content.names.en).toBe('Hôtel 0')
  })

  it('that comes twice and equal is no fault', async () => {
    expect(await pullWith({}, [hotels(1)[0] ?? ''])).toMatchObject({ rows: 30, bad: 0 })
  })

  it('is no hotel at all', async () => {
    expect(await pullWith({}, ['is no JSON'])).toMatchObject({ bad: 1, nameless: 1 })
    expect(await told()).toEqual(['31 null: is no JSON'])
  })
})

describe('a row that is merely dirty', () => {
  it.each<[string, object, object, string, number]>([
    [
      'swapped coordinates',
      { latitude: 2.31, longitude: 48.81 },
      { latitude: 48.81, longitude: 2.31, pointQuality: 'APPROXIMATE' },
      'swapped_point',
      1,
    ],
    [
      'swapped coordinates off the earth',
      { country_code: 'JP', latitude: 139.7, longitude: 35.6 },
      { latitude: 35.6, longitude: 139.7 },
      'swapped_point',
      1,
    ],
    [
      'a point at 0,0',
      { latitude: 0, longitude: 0 },
      { latitude: null, longitude: null, pointQuality: 'NONE' },
      'zero_point',
      1,
    ],
    [
      'numbers as texts',
      { latitude: '48.8', longitude: '2.3', stars: '3,5' },
      { latitude: 48.8, longitude: 2.3, stars: 3.5 },
      'number_as_text',
      1,
    ],
    ['a country in lower case', { country_code: 'fr' }, { countryCode: 'FR' }, '', 0],
    ['HTML in a name', { name: '<b>Ritz</b> &amp; Co' }, { names: { en: 'Ritz & Co' } }, 'html_in_name', 1],
    ['entities twice', { name: 'Caf&amp;eacute;' }, { names: { en: 'Café' } }, 'entities', 1],
    ['capitals, which are for whoever shows it', { name: 'GRAND HOTEL' }, { names: { en: 'GRAND HOTEL' } }, '', 0],
    [
      'an image that is no URL',
      { images: ['x.jpg', 'https://a.example/1.jpg'] },
      { images: [{ urls: { 0: 'https://a.example/1.jpg' } }] },
      'dropped_images',
      1,
    ],
    ['an image of another kind of address', { images: ['javascript:alert(1)'] }, { images: [] }, 'dropped_images', 1],
    ['stars between halves', { stars: 4.3 }, { stars: 4.5 }, 'stars', 1],
    ['stars beyond five', { stars: 9 }, { stars: null }, 'stars', 1],
    [
      'times of twelve hours',
      { check_in: { from: '3:00 PM', until: '12:00 AM' } },
      { checkIn: { from: '15:00', until: '00:00' } },
      'times',
      2,
    ],
    ['a time that is none', { check_out_until: 'anytime' }, { checkOutUntil: null }, 'times', 1],
    ['a chain that is none', { chain: 'Not Available' }, { chain: null }, 'no_chain', 1],
    ['a text that is too long', { city: 'x '.repeat(400) }, { city: /^x x .{400,500}…$/ }, 'cut_text', 1],
    ['control characters', { name: 'A\u0007\u0000bbey' }, { names: { en: 'Abbey' } }, 'control_characters', 1],
    [
      'a list that is too long',
      { emails: Array.from({ length: 25 }, (_, index) => `e${index}@a.example`) },
      { emails: { length: 20 } },
      'dropped_emails',
      5,
    ],
    [
      'a fee of a wrong form',
      { fees: [{ kind: 'tax', currency: 'EURO' }, { kind: 'city' }] },
      { fees: [{ kind: 'city' }] },
      'dropped_fees',
      1,
    ],
    ['a field of a wrong form', { website: 7 }, { website: null }, 'dropped_website', 1],
  ])('is staged without %s, and that is counted', async (_what, changes, expected, kind, times) => {
    const counts = await pullWith({ 7: changes })
    expect(counts).toMatchObject({ added: 30, bad: 0 })
    expect(counts?.cleaned).toEqual(kind === '' ? {} : expect.objectContaining({ [kind]: times }))
    if (kind !== '') expect(counts?.examples[kind]?.[0]).toMatch(/^line 8 h7: /)
    const { content } = (await supplier.staged())['h7']
    const { city, ...rest } = expected as { city?: RegExp }
    expect(content).toMatchObject(rest)
    if (city) expect(content.city).toMatch(city)
  })

  it('keeps no HTML that runs, and harmless HTML as it was sent', async () => {
    await pullWith({
      7: { descriptions: [{ html: '<p>Quiet</p><script>alert(1)</script>' }, { html: '<p>By the <b>sea</b></p>' }] },
    })
    const { descriptions } = (await supplier.staged())['h7'].content
    expect(descriptions.map(({ html }: { html: string }) => html)).toEqual(['Quiet', '<p>By the <b>sea</b></p>'])
  })
})

describe('what cannot be right as a whole', () => {
  it('another supplier’s file, whose rows are no hotels here, stops the pull, and nothing is ended', async () => {
    supplier.has.set('WHOLE en', hotels(300))
    await supplier.pull()
    supplier.has.set(
      'WHOLE en',
      hotels(300).map(() => 'id: is missing'),
    )
    const held = await supplier.pull({ isWhole: true })
    expect(held).toMatchObject({ outcome: 'HELD', said: expect.stringMatching(/of \d+ rows are bad, more than 1 %/) })
    expect(Object.values(await supplier.staged()).every(({ status }) => status === 'ACTIVE')).toBe(true)
    expect((await told())[0]).toBe('1 null: id: is missing')
  })

  it('twenty bad rows are no pattern, twenty-one are', async () => {
    function withBad(count: number): Row[] {
      return [...hotels(30), ...Array.from({ length: count }, () => 'is no JSON')]
    }
    supplier.has.set('WHOLE en', withBad(20))
    expect(await supplier.pull()).toMatchObject({ outcome: 'DONE' })
    supplier.has.set('WHOLE en', withBad(21))
    expect(await supplier.pull({ isWhole: true })).toMatchObject({ outcome: 'HELD' })
    expect(await supplier.pull({ isAccepted: true })).toMatchObject({ outcome: 'DONE' })
  })
})
