import fc from 'fast-check'
import { type ExecutionResult, execute, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { SEARCH_QUERY } from '../../bench/facade.ts'
import { facadeAnswer } from '../../bench/facade-answer.ts'
import type { HotelItem, SearchData } from '../../src/domain/contract/search.ts'
import { problem } from '../../src/domain/errors.ts'
import { err, ok } from '../../src/domain/result.ts'
import { createListCompiler } from '../../src/graphql/hotel-lists/hotel-lists.ts'
import { schema } from '../../src/graphql/schema.ts'
import { partsOf, withParts } from '../../src/operations/search/item-parts.ts'
import { SharedPart } from '../../src/platform/written-once.ts'

const VARIABLES = {
  input: {
    destination: { placeId: 1842 },
    checkIn: '2027-03-10',
    checkOut: '2027-03-13',
    nationality: 'GB',
    rooms: [{ adults: 2 }],
  },
}

/** A request whose searches find the views in turns; no view: NOT_FOUND. */
function contextOf(...views: readonly (SearchData | null)[]): object {
  let turn = 0
  async function searchHotels() {
    const view = views[turn++ % views.length]
    return view ? ok(view) : err(problem('DESTINATION_NOT_FOUND'))
  }
  return {
    gateway: { searchHotels },
    caller: { scopes: ['search'], requestId: 'r' },
    consumeRate: async () => ({ allowed: true }),
    observe: () => undefined,
    turn: () => null,
  }
}

function asJson({ data, errors }: ExecutionResult): string {
  return JSON.stringify({ data, ...(errors ? { errors } : {}) })
}

/** What the list compiler answers, as text; null when it leaves the document to others. */
async function answered(compile: Compile, text: string, context: object): Promise<string | null> {
  const operation = compile(documentOf(text), null)
  if (!operation) return null
  return operation.write(await operation.query(undefined, context, VARIABLES), asJson).toString()
}

type Compile = ReturnType<typeof createListCompiler>

const documents = new Map<string, ReturnType<typeof parse>>()
function documentOf(text: string) {
  const known = documents.get(text) ?? parse(text)
  documents.set(text, known)
  return known
}

async function referenced(text: string, contextValue: object): Promise<string> {
  return asJson(await execute({ schema, document: documentOf(text), contextValue, variableValues: VARIABLES }))
}

/** What an item has that is no leaf. */
const PRICES = {
  price: '{ amount rateType }',
  lowestPrice: '{ amount isRefundable }',
  refundableFrom: '{ amount freeCancellationUntil }',
  supplierPrices: '{ supplierCode fetchedAt }',
}

function search(selection: string, more = ''): string {
  return `query($input: SearchInput!) { search(input: $input) { ${selection} } } ${more}`
}

function withHotel(view: SearchData, change: Partial<Record<keyof HotelItem, unknown>>): SearchData {
  const [first, ...others] = view.hotels
  expect(first && partsOf(first)).toBeDefined()
  const broken = { ...first, ...change } as HotelItem
  withParts(broken, { content: new SharedPart(), rest: new SharedPart() })
  return { ...view, hotels: [broken, ...others] }
}

type Told = { readonly data: unknown; readonly errors?: readonly { readonly path: unknown }[] }

const WRITTEN: readonly (readonly [string, string])[] = [
  ['everything', SEARCH_QUERY],
  ['some of it', search('... on Search { hotels { hotelId price { amount } } totalResults }')],
  [
    'other names',
    search('__typename ... on Search { list: hotels { name: hotelName cost: price { a: amount } __typename } }'),
  ],
  ['money', search('... on Search { hotels { supplierPrices { money { amountMinor currency } } city } }')],
  [
    'fragments',
    search(
      '...Page ... on Problem { code }',
      `fragment Page on Search { hotels { ...Names ... on HotelItem { price { ...Cost } } stars } }
       fragment Names on HotelItem { hotelName city } fragment Cost on HotelPrice { amount ... { currency } }`,
    ),
  ],
  ['by the name of a connection', search('... on Search { nodes { hotelName city price { amount } } totalResults }')],
  [
    'two searches',
    `query($input: SearchInput!) { b: search(input: $input) { ...P } a: search(input: $input) { ...P } }
    fragment P on Search { hotels { hotelName distanceFromCenterKm } similarHotels { hotelName distanceKm } }`,
  ],
]

const LEFT: readonly (readonly [string, string])[] = [
  ['the list twice', search('... on Search { hotels { hotelId } hotels { city } }')],
  ['the list by both names', search('... on Search { hotels { hotelId } nodes { city } }')],
  ['a field twice', search('... on Search { hotels { hotelId price { amount } price { currency } } }')],
  ['a field of a field twice', search('... on Search { hotels { price { amount amount } } }')],
  ['a name that objects have', search('... on Search { hotels { __proto__: city } }')],
  ['directives', search('... on Search { hotels { hotelId city @include(if: true) } }')],
  ['no list', search('... on Search { totalResults }')],
]

describe('a list of hotels that is written', () => {
  const view = {
    ...facadeAnswer(4),
    similarHotels: facadeAnswer(2).hotels.map((hotel) => ({ ...hotel, distanceKm: 1 })),
  }
  const other = facadeAnswer(7)

  it.each(WRITTEN)('%s: is what the reference executor makes of it, the first time and again', async (_what, text) => {
    const compile = createListCompiler(schema)
    for (const views of [[view], [other, view], [null, view], [view, null], [{ ...view, hotels: [] }]])
      for (let time = 0; time < 2; time++)
        expect(await answered(compile, text, contextOf(...views))).toBe(await referenced(text, contextOf(...views)))
  })

  it.each(LEFT)('%s: is left to others', async (_what, text) => {
    expect(await answered(createListCompiler(schema), text, contextOf(view))).toBeNull()
  })

  it('is not taken for another list of the same name', async () => {
    const text = `query($input: SearchInput!) {
      search(input: $input) { ... on Search { list: hotels { hotelName } } }
      destinations(q: "Lond") { ... on DestinationList { list: destinations { id name } } }
    }`
    const destination = { type: 'place', id: 1, name: 'London' }
    function context(): object {
      const { gateway, ...rest } = contextOf(view) as { gateway: object }
      return { ...rest, gateway: { ...gateway, findDestinations: async () => ok([destination]) } }
    }
    const compile = createListCompiler(schema)
    for (let time = 0; time < 2; time++)
      expect(await answered(compile, text, context())).toBe(await referenced(text, context()))
  })

  it('tells faults of hotels as the reference executor does', async () => {
    const compile = createListCompiler(schema)
    const [first] = view.hotels
    const broken = [
      { ...view, hotels: null },
      { ...view, hotels: [null] },
      ...[
        { hotelName: null },
        { supplierPrices: [null] },
        { valuePct: 'much' },
        { stars: Number.NaN },
        { price: { ...first?.price, rateType: 'guessed' } },
        { facilities: 5 },
        { facilities: new Set(['bar']) },
        { hotelName: () => 'told when asked' },
        { price: { ...first?.price, amount: undefined } },
        { price: { ...first?.price, isRefundable: 'perhaps' } },
        { price: { ...first?.price, currency: new Error('no currency') } },
      ].map((change) => withHotel(view, change)),
    ] as unknown as readonly SearchData[]
    for (const one of broken) {
      const texts = await answered(compile, SEARCH_QUERY, contextOf(one))
      function pathsOf({ errors = [] }: Told): unknown[] {
        return errors.map(({ path }) => path)
      }
      const told: Told = JSON.parse(texts ?? '{}')
      const expected: Told = JSON.parse(await referenced(SEARCH_QUERY, contextOf(one)))
      expect(told.data).toEqual(expected.data)
      expect(pathsOf(told)).toEqual(pathsOf(expected))
    }
  })

  it('shows new prices of a hotel whose names were written before', async () => {
    const compile = createListCompiler(schema)
    const text = search('... on Search { hotels { hotelName price { amount } } }')
    const [first] = view.hotels
    const parts = first && partsOf(first)
    if (!parts) throw new Error('the items of a list share parts')
    const dearer = { ...first, price: { ...first.price, amount: 99 } } as HotelItem
    withParts(dearer, { ...parts, rest: new SharedPart() })
    await answered(compile, text, contextOf(view))
    const changed = { ...view, hotels: [dearer] } as unknown as SearchData
    expect(await answered(compile, text, contextOf(changed))).toContain('"amount":99')
  })

  it('is right for every selection of fields in every order', async () => {
    const fields = Object.keys(view.hotels[0] ?? {}).filter((name) => !(name in PRICES))
    const all = [...fields, ...Object.entries(PRICES).map((field) => field.join(' ')), '__typename']
    const compile = createListCompiler(schema)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: 1 }), async (chosen) => {
        const text = search(`... on Search { hotels { ${chosen.join(' ')} } }`)
        for (const one of [view, other])
          expect(await answered(compile, text, contextOf(one))).toBe(await referenced(text, contextOf(one)))
      }),
      { numRuns: 100 },
    )
  })
})
