import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { parseAnswer, type RawAnswer, rawSocket } from '../support/raw-socket.ts'
import { expectRefused } from '../support/refused-answer.ts'
import { type RequestText, requestTextOf } from '../support/request-text.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let request: RequestText

useGateway(
  (started) => {
    ;({ gateway, http } = started)
    request = requestTextOf(gateway.apiKey)
  },
  { env: { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '1500', KEEP_ALIVE_TIMEOUT_MS: '800' } },
)

/** Sends a body byte by byte until the gateway closes the connection; returns what the gateway answered. */
async function trickleBody(path: string): Promise<RawAnswer> {
  const { send, closed, socket } = await rawSocket(gateway.url)
  send(request(`POST ${path}`, ['content-type: application/json', 'content-length: 100000'], '{'))
  const drip = setInterval(() => socket.writable && send(' '), 100)
  const answer = parseAnswer(await closed)
  clearInterval(drip)
  return answer
}

describe('slow and silent clients', () => {
  it('are cut off while their headers trickle in', async () => {
    const { send, closed, socket } = await rawSocket(gateway.url)
    send('GET /hotels/filters HTTP/1.1\r\nhost: gateway\r\n')
    const drip = setInterval(() => socket.writable && send('x-a: b\r\n'), 100)
    const answer = parseAnswer(await closed)
    clearInterval(drip)
    expect(answer.status).toBe(408)
    expectRefused(answer, 408, 'REQUEST_TIMEOUT')
  })

  it.each(['/hotels/search', '/graphql'])('are cut off while their body trickles in: %s', async (path) => {
    const answer = await trickleBody(path)
    expect(answer.status).toBe(408)
    expectRefused(answer, 408, 'REQUEST_TIMEOUT')
  })

  it('are cut off when they say nothing after an answer', async () => {
    const { send, closed } = await rawSocket(gateway.url)
    send(request('GET /hotels/filters'))
    expect(parseAnswer(await closed).status).toBe(200)
  })

  it('are cut off when they never say anything', async () => {
    const { closed } = await rawSocket(gateway.url)
    expect(parseAnswer(await closed).status).toBe(408)
  })

  it('may listen to a stream for longer than any of these limits', async () => {
    const hotel = (await http.get('/destinations/autocomplete?q=Scenario: slow&limit=1')).body.data.destinations[0]
    const rooms = await http.post(`/hotels/${hotel.id}/rooms`, { ...stay(), ...party })
    const { send, received, socket } = await rawSocket(gateway.url)
    send(request(`GET ${rooms.body.data.sse_stream_url}`))
    // A client that began later and was cut off by the longest limit: all of them have passed for the stream as well.
    expect((await trickleBody('/hotels/search')).status).toBe(408)
    expect(socket.destroyed).toBe(false)
    expect(parseAnswer(received()).status).toBe(200)
    socket.destroy()
  })
})
