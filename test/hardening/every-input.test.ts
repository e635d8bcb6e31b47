import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { RATE_CLASSES } from '../../src/operations/access/rate-limits.ts'
import type { Bystander } from '../support/bystander.ts'
import type { TestDatabase } from '../support/database.ts'
import { drawn } from '../support/draw.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import { graphqlAttacks } from '../support/graphql-attacks.ts'
import { type Attack, httpAttacks } from '../support/http-attacks.ts'
import { httpClient } from '../support/http-client.ts'
import { isTooLong, MAX_ANSWER_BYTES, useAttackedGateway } from '../support/use-attacked-gateway.ts'
import { printedSchema } from '../support/whole-selection.ts'

/**
 * Every input that `openapi.json` and the SDL print, given what has hurt software before. A new input is covered as soon as it
 * is printed.
 */

let database: TestDatabase
let gateway: GatewayProcess
let bystander: Bystander

/** What stays of it: garbage that nobody has collected yet is not meant. */
const MAX_GROWTH_MB = 400
const TIMEOUT_MS = 20_000

useAttackedGateway((attacked) => {
  ;({ database, gateway, bystander } = attacked)
})

beforeAll(async () => {
  // What is refused by its rate is not read.
  const rates = Object.fromEntries(Object.keys(RATE_CLASSES).map((name) => [name, 1_000_000]))
  await database.query("UPDATE organizations SET rate_limits = $1 WHERE id = 'org_sandbox'", [rates])
})

type Answer = { readonly status: number; readonly bytes: number; readonly wasRead: boolean }

/** An answer to who asks, not to what is asked. */
const UNREAD = /"code":"(UNAUTHENTICATED|FORBIDDEN|RATE_LIMITED)"/

async function send({ make }: Attack): Promise<Answer> {
  const { method, path, headers, body } = make()
  const answer = await fetch(gateway.url + path, {
    method,
    headers: { 'x-api-key': gateway.apiKey, ...headers },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const bytes = Buffer.from(await answer.bytes())
  return { status: answer.status, bytes: bytes.length, wasRead: !bytes.subarray(0, 1_000).toString().match(UNREAD) }
}

/** What is wrong with how an attack was met; null when nothing is. */
async function faultOf(attack: Attack): Promise<string | null> {
  let answer: Answer = { status: 0, bytes: 0, wasRead: false }
  function once(): Promise<number> {
    return bystander.during(async () => void (answer = await send(attack)))
  }
  let blockedMs = await once()
  if (!answer.wasRead) return `${attack.what}: ${answer.status}, unread`
  if (answer.status >= 500) return `${attack.what}: ${answer.status}`
  if (answer.bytes > MAX_ANSWER_BYTES) return `${attack.what}: ${answer.bytes} bytes`
  // Somebody else's work on the machine only ever adds to it.
  for (let again = 0; again < 3 && isTooLong(blockedMs); again++) blockedMs = Math.min(blockedMs, await once())
  return isTooLong(blockedMs) ? `${attack.what}: nobody was answered for ${Math.round(blockedMs)} ms` : null
}

async function faultsOf(attacks: readonly Attack[]): Promise<string[]> {
  const faults: string[] = []
  for (const attack of attacks) {
    const fault = await faultOf(attack).catch((error: unknown) => `${attack.what}: ${String(error)}`)
    if (fault) faults.push(fault)
    if (faults.length === 20) break
  }
  return faults
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${gateway.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

describe('no input, valid or not,', () => {
  it('[C-143] of the HTTP facade keeps others waiting, is answered at length or is a fault of ours', {
    timeout: 600_000,
  }, async () => {
    const before = await residentMb()
    const attacks = httpAttacks((await httpClient(gateway).get('/openapi.json')).body)
    expect(attacks.length).toBeGreaterThan(1_000)
    expect(await faultsOf(drawn(attacks, ({ what }) => what))).toEqual([])
    await expect.poll(async () => (await residentMb()) - before).toBeLessThan(MAX_GROWTH_MB)
  })

  it('[C-143] of GraphQL keeps others waiting, is answered at length or is a fault of ours', {
    timeout: 600_000,
  }, async () => {
    const before = await residentMb()
    const attacks = graphqlAttacks(printedSchema())
    expect(attacks.length).toBeGreaterThan(1_000)
    expect(await faultsOf(drawn(attacks, ({ what }) => what))).toEqual([])
    await expect.poll(async () => (await residentMb()) - before).toBeLessThan(MAX_GROWTH_MB)
  })
})
