import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

const QUERY = `subscription Watch($id: ID!, $all: Boolean = true) {
  bookingUpdated(bookingId: $id) { kind: type ... on BookingEvent @include(if: $all) { position data } }
}`

type Message = { readonly event: string; readonly data: Json }

/** The first messages of a subscription: `event` and `data` of each. */
async function subscribe(variables: Json, count: number): Promise<Message[]> {
  const leave = new AbortController()
  const answer = await fetch(`${gateway.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: QUERY, variables }),
    signal: leave.signal,
  })
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  let text = ''
  function messages(): Message[] {
    return [...text.matchAll(/event: (\w+)\ndata:(.*)\n\n/g)].map(([, event = '', data = '']) => ({
      event,
      data: data.trim() === '' ? null : JSON.parse(data),
    }))
  }
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (messages().length >= count) break
  }
  leave.abort()
  return messages().slice(0, count)
}

/** Each request has an id of its own. */
function withoutIds(messages: readonly Message[]): string {
  return JSON.stringify(messages).replaceAll(/"requestId":"[^"]+"/g, '"requestId":"…"')
}

describe('a subscription that was subscribed to before', () => {
  it('is told as it was the first time, directives and aliases included', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'confirm', 'INSTANT')
    for (const variables of [{ id }, { id, all: false }]) {
      const [first, second, third] = [
        await subscribe(variables, 2),
        await subscribe(variables, 2),
        await subscribe(variables, 2),
      ]
      expect(first.map(({ event }) => event)).toEqual(['next', 'next'])
      expect(first[0]?.data.data.bookingUpdated.kind).toBe('booking.updated')
      expect(second).toEqual(first)
      expect(third).toEqual(first)
    }
  })

  it('is refused as it was the first time: what is not there, and variables that do not fit', async () => {
    for (const variables of [{ id: 'ubk_none' }, {}, { id: 'ubk_none', all: 'maybe' }]) {
      const [first, second] = [await subscribe(variables, 1), await subscribe(variables, 1)]
      expect(first[0]?.data.errors).toHaveLength(1)
      expect(withoutIds(second)).toBe(withoutIds(first))
    }
  })
})
