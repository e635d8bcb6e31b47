import { describe, expect, it } from 'vitest'
import type { Bystander } from '../support/bystander.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { londonSearch, stay } from '../support/journey.ts'
import { MAX_ANSWER_BYTES, maxBlockMs, useAttackedGateway } from '../support/use-attacked-gateway.ts'

let gateway: StartedGateway
let bystander: Bystander

useAttackedGateway((attacked) => {
  ;({ gateway, bystander } = attacked)
})

type Answer = { readonly status: number; readonly bytes: number; readonly json: Json }

const TIMEOUT_MS = 5_000

async function post(path: string, body: string): Promise<Answer> {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  return { status: answer.status, bytes: Buffer.byteLength(text), json: JSON.parse(text) }
}

/** Sends it three times; the block is the smallest of the three, since the machine's own noise only adds to it. */
async function measured(path: string, body: string): Promise<{ readonly answer: Answer; readonly blockedMs: number }> {
  const made: { answer: Answer | null } = { answer: null }
  const blocks: number[] = []
  for (let turn = 0; turn < 3; turn++)
    blocks.push(
      await bystander.during(async () => {
        made.answer = await post(path, body)
      }),
    )
  if (!made.answer) throw new Error('nothing was answered')
  return { answer: made.answer, blockedMs: Math.min(...blocks) }
}

const NOTHING = ['-', '!!!', '...', '😀', '\u202e', '   ', '\u0301']

function graphqlSearch(input: Json) {
  return {
    query:
      'query($i: SearchInput!) { search(input: $i) { __typename ... on ValidationProblem { issues { path code } } } }',
    variables: {
      i: { destination: { placeId: 1842 }, checkIn: stay().check_in, checkOut: stay().check_out, ...input },
    },
  }
}

const party = { nationality: 'GB', rooms: [{ adults: 2 }] }

describe('a hotel name without a letter or a digit', () => {
  it('[C-143] is refused by its path on both facades, and nobody waits', async () => {
    for (const name of NOTHING) {
      const http = await post('/hotels/search', JSON.stringify(londonSearch({ hotel_name: name })))
      expect({ name, status: http.status, issues: http.json.details?.issues }).toEqual({
        name,
        status: 400,
        issues: [
          { path: 'hotel_name', code: 'INVALID_VALUE', message: 'hotel_name must have a letter or a digit in it' },
        ],
      })
      const graphql = await post('/graphql', JSON.stringify(graphqlSearch({ ...party, hotelName: name })))
      expect({ name, ...graphql.json.data.search }).toEqual({
        name,
        __typename: 'ValidationProblem',
        issues: [{ path: 'hotelName', code: 'INVALID_VALUE' }],
      })
    }
  })

  it('finds no destination, whatever else is asked', async () => {
    for (const name of NOTHING) {
      const { status, body } = await httpClient(gateway).get(`/destinations/autocomplete?q=${encodeURIComponent(name)}`)
      expect({ name, status, found: body.data?.destinations }).toEqual({ name, status: 200, found: [] })
    }
  })
})

describe('a megabyte of wrong variables', () => {
  function rooms(count: number, room: object) {
    return Array.from({ length: count }, () => room)
  }
  const cases: readonly (readonly [string, Json])[] = [
    ['rooms without adults', { ...party, rooms: rooms(330_000, {}) }],
    ['rooms with a key that nobody knows', { ...party, rooms: rooms(90_000, { nope: 1 }) }],
    ['fewer rooms without adults', { ...party, rooms: rooms(900, {}) }],
    ['hotel ids that are objects', { ...party, hotelIds: rooms(330_000, {}) }],
    ['ages in one room', { ...party, rooms: [{ adults: 1, childAges: Array.from({ length: 400_000 }, () => 'x') }] }],
    ['valid rooms', { ...party, rooms: rooms(80_000, { adults: 2 }) }],
    ['a text instead of an enum', { ...party, sort: '"'.repeat(500_000) }],
    ['fields that nobody knows', Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`x${at}`, 1]))],
  ]

  for (const [what, input] of cases)
    it(`[C-143] is refused shortly and at small cost: ${what}`, async () => {
      // The second and third time it is the compiled operation that reads the variables.
      const { answer, blockedMs } = await measured('/graphql', JSON.stringify(graphqlSearch(input)))
      const isRefused = answer.json.errors?.length > 0 || answer.json.data.search.__typename === 'ValidationProblem'
      expect({ what, isRefused, small: answer.bytes < MAX_ANSWER_BYTES }).toEqual({
        what,
        isRefused: true,
        small: true,
      })
      expect(answer.json.errors?.length ?? 0).toBeLessThanOrEqual(51)
      expect(blockedMs).toBeLessThan(maxBlockMs())
    })
})

describe('a document with names of absurd length', () => {
  it('[C-143] is refused: an alias is told once for each entry of a list', async () => {
    const alias = 'a'.repeat(100_000)
    const { answer } = await measured(
      '/graphql',
      JSON.stringify({ query: `{ nationalities { ... on NationalityList { nationalities { ${alias}: code } } } }` }),
    )
    expect(answer.json.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
    expect(answer.bytes).toBeLessThan(1_000)
  })
})
