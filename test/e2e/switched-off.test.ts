import { expect, it } from 'vitest'
import { admin } from '../support/admin.ts'
import type { Json } from '../support/http-client.ts'
import { httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'

let started: Started
useGateway(async (gateway) => {
  started = gateway
})

function prebook(token: string): Promise<Json> {
  return started.http.post('/hotels/prebook', { booking_token: token })
}

it('[C-060] what a supplier offered is not prebooked any more when the operator has switched it off', {
  timeout: 180_000,
}, async () => {
  const hotelId = await scenarioHotel(started.gateway, 'confirm')
  const events = await httpJourney(started.gateway).rooms(hotelId, { ...stay(), ...party })
  const token: string = events.flatMap(({ options }) => options ?? [])[0]?.booking_token ?? ''
  expect((await prebook(token)).status).toBe(200)
  const at = ['--organization', 'org_sandbox', '--supplier', 'hotelbeds']
  await admin(started.database, 'supplier', 'disable', ...at)
  const refused = await until('the prebook to be refused', async () => {
    const answer = await prebook(token)
    return answer.status === 200 ? null : answer
  })
  expect(refused.status).toBe(404)
  expect(JSON.stringify(refused.body)).toMatch(/BOOKING_TOKEN_EXPIRED.*its supplier is no longer sold/)
  await admin(started.database, 'supplier', 'enable', ...at)
  await until('it to be sold again', async () => (await prebook(token)).status === 200)
})
