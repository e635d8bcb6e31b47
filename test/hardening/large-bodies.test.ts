import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Bystander } from '../support/bystander.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import { maxBlockMs, SLOW_TO_READ, useAttackedGateway } from '../support/use-attacked-gateway.ts'

/** Where a body may be sent that no organization's turn is taken for: by nobody known, or to the sandbox's levers. */
let gateway: GatewayProcess
let bystander: Bystander

useAttackedGateway((attacked) => {
  ;({ gateway, bystander } = attacked)
})

const AT_ONCE = 30

async function post(path: string, apiKey: string | null, body = SLOW_TO_READ): Promise<number> {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) },
    body,
  })
  await answer.text()
  return answer.status
}

const CASES = [
  { to: 'a supplier’s path', path: `/supplier-notifications/${'0'.repeat(32)}`, isKnown: false, statuses: [413, 429] },
  { to: 'a path that does not exist', path: '/nowhere', isKnown: false, statuses: [404] },
  { to: 'the sandbox’s faults', path: '/sandbox/faults', isKnown: true, statuses: [413] },
  { to: 'the sandbox’s clock', path: '/sandbox/clock', isKnown: true, statuses: [413] },
] as const

describe('large bodies that come all at once', () => {
  for (const { to, path, isKnown, statuses } of CASES)
    it(`[C-143] are refused unread, and nobody waits: to ${to}`, async () => {
      const answered: number[] = []
      const blockedMs = await bystander.during(async () => {
        const sent = Array.from({ length: AT_ONCE }, () => post(path, isKnown ? gateway.apiKey : null))
        answered.push(...(await Promise.all(sent)))
      })
      expect(answered.filter((status) => !statuses.some((one) => one === status))).toEqual([])
      expect(blockedMs).toBeLessThan(maxBlockMs())
    })

  it('[C-143] to a supplier’s path that nobody has are not parsed: five hundred of 12 KiB hold up nobody', {
    timeout: 180_000,
  }, async () => {
    const path = `/supplier-notifications/${'0'.repeat(32)}`
    expect(await post(path, null, `["${'x'.repeat(17_000)}"]`)).toBe(413)
    // The parser's worst case.
    const brackets = '['.repeat(12_000)
    const blockedMs = await bystander.during(async () => {
      const statuses = await Promise.all(Array.from({ length: 500 }, () => post(path, null, brackets)))
      expect(statuses.filter((status) => ![404, 429].includes(status))).toEqual([])
    })
    expect(blockedMs).toBeLessThan(maxBlockMs())
  })

  it('[C-143] to GraphQL wait for their turn, sixteen of an organization, and the others are told when to come back', async () => {
    const large = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(1_000_000) } })
    function send(): Promise<Response> {
      return fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': gateway.apiKey },
        body: large,
      })
    }
    // Stopped until all of them are in its sockets: what comes one by one need not wait.
    process.kill(gateway.pid, 'SIGSTOP')
    const sent = Array.from({ length: 200 }, send)
    await sleep(500)
    process.kill(gateway.pid, 'SIGCONT')
    const answers = await Promise.all(
      sent.map(async (answering) => {
        const answer = await answering
        return { status: answer.status, headers: answer.headers, body: await answer.json() }
      }),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true)
    expect(refused[0]?.body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true } }] })
  })
})
