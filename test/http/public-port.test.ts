import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let operator: string

useGateway(
  (started) => {
    ;({ gateway } = started)
    operator = gateway.operatorUrl ?? ''
  },
  {
    env: {
      ENVIRONMENT: 'production',
      ROLES: 'api',
      LAME_DUCK_MS: '0',
      OPERATOR_PORT: '0',
      SECURITY_CONTACT: 'mailto:security@operator.example',
    },
  },
)

describe('the public port in production', () => {
  it('says whether the process is ready and nothing of what is behind it', async () => {
    const ready = await fetch(`${gateway.url}/health/ready`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404)
  })

  it('says whom to tell of a fault of security, for half a year to come', async () => {
    const answer = await fetch(`${gateway.url}/.well-known/security.txt`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^Contact: mailto:security@operator\.example$/m)
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '')
    expect(expires - Date.now()).toBeGreaterThan(170 * 86_400_000)
  })

  it('shows its documents: the contract is public', async () => {
    expect((await fetch(`${gateway.url}/openapi.json`)).status).toBe(200)
    expect((await fetch(`${gateway.url}/docs`)).status).toBe(200)
  })
})

describe('the operator’s port of a process that serves partners', () => {
  it('tells everything, and serves no partner', async () => {
    const ready = await fetch(`${operator}/health/ready`)
    expect(await ready.json()).toEqual({ status: 'ok', faults: {}, suppliers: [] })
    expect(await (await fetch(`${operator}/metrics`)).text()).toContain('gateway_request_seconds')
    expect((await fetch(`${operator}/hotels/bookings`)).status).toBe(404)
    expect((await fetch(`${operator}/.well-known/security.txt`)).status).toBe(404)
  })
})
