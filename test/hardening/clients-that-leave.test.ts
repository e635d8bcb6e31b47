import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { party, scenarioHotel, stay } from '../support/journey.ts'
import { useGatewayProcess } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway

useGatewayProcess(
  (started) => {
    ;({ database, gateway } = started)
  },
  { endWith: 'SIGKILL' },
)

const LEAVERS = 240
/** From before the request is read until its suppliers are asked. */
const LATEST_MS = 25

/** What has suppliers asked for a client that waits. */
function asksOf(hotelId: string): readonly (readonly [path: string, body: Json])[] {
  return [
    [
      '/hotels/search',
      { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 100, pricing_mode: 'live' },
    ],
    [`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 5_000 }],
  ]
}

function send(path: string, body: Json): Socket {
  const { hostname, port } = new URL(gateway.url)
  const text = JSON.stringify(body)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${gateway.apiKey}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
  return socket
}

describe('clients that cut their connections', () => {
  it('at every moment of a search end no process, and cost nobody else his answer', async () => {
    await database.query('UPDATE organizations SET rate_limit_factor = 1000')
    const hotelId = await scenarioHotel(gateway, 'confirm')
    const asks = asksOf(hotelId)
    const leavers = Array.from({ length: LEAVERS }, async (_, turn) => {
      await pause(turn * 8)
      const [path, body] = asks[turn % asks.length] ?? ['', {}]
      const socket = send(path, body)
      await pause((turn * 7) % LATEST_MS)
      socket.resetAndDestroy()
    })
    await Promise.all(leavers)
    const { status } = await httpClient(gateway).post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })
    expect(status).toBe(200)
    expect(gateway.log.filter((line) => /AbortError|uncaught/i.test(line))).toEqual([])
  })

  it.each(['/graphql', '/hotels/search'])(
    'in the middle of a body to %s are no fault of ours in the log',
    async (path) => {
      const { hostname, port } = new URL(gateway.url)
      const leavers = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(port), hostname).on('error', () => undefined)
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${gateway.apiKey}\r\ncontent-type: application/json\r\n` +
            'content-length: 1000\r\nexpect: 100-continue\r\n\r\n{"query":',
        )
        // The server says so once it reads the body.
        await new Promise((resolve) => socket.once('data', resolve))
        socket.resetAndDestroy()
      })
      await Promise.all(leavers)
      // Answered behind those that have left.
      expect((await httpClient(gateway).get('/hotels/filters')).status).toBe(200)
      expect(gateway.log.filter((line) => line.includes('"level":50'))).toEqual([])
    },
  )
})
