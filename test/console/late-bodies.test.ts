import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type ConsoleClient, makePerson, signIn } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { exchange, parseAnswer, type RawSocket, rawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** Who sends the head of a request while they may, and its body when they may no more. */

let database: TestDatabase
let gateway: StartedGateway
let operators: string

useGateway(
  (started) => {
    ;({ database, gateway } = started)
    operators = gateway.operatorUrl ?? ''
  },
  { env: { OPERATOR_PORT: '0', REQUEST_TIMEOUT_MS: '5000' } },
)

const BODY = JSON.stringify({
  query: 'mutation { createOrganization(id: "org_late", name: "Late", reason: "sent when it was over") { rows } }',
})

function head(cookie: string): string {
  return [
    'POST /console/graphql HTTP/1.1',
    'host: gateway',
    'content-type: application/json',
    'x-console: 1',
    `cookie: ${cookie}`,
    `content-length: ${BODY.length}`,
    'connection: close',
    '\r\n',
  ].join('\r\n')
}

async function begun(url: string, cookie: string): Promise<RawSocket> {
  const socket = await rawSocket(url)
  socket.send(head(cookie) + BODY.slice(0, 10))
  return socket
}

describe('[22] a body that comes after its sender', () => {
  it.each([
    ['was disabled', "UPDATE console_users SET disabled_at = now() WHERE name = 'late'", 'SIGNED_OUT'],
    ['was signed out', 'UPDATE console_sessions SET ended_at = now()', 'SIGNED_OUT'],
    ['lost the role', "UPDATE console_users SET roles = '{viewer}' WHERE name = 'late'", 'FORBIDDEN'],
  ])('%s does nothing', async (_what, change, code) => {
    await database.query("DELETE FROM console_users WHERE name = 'late'")
    await makePerson(database, { name: 'late', roles: ['admin'] })
    const late = await signIn({ url: gateway.url, database, name: 'late' })
    const sockets = [await begun(gateway.url, late.cookie), await begun(operators, late.cookie)]
    // Whoever asks after them is answered after the heads of both were read.
    await late.ask('{ viewer { name } }')
    const at = performance.now()
    await database.query(change)
    await until('more than a moment later', async () => performance.now() - at > 2_000)
    for (const socket of sockets) socket.send(BODY.slice(10))
    for (const { closed } of sockets) expect(parseAnswer(await closed).body).toContain(`"code":"${code}"`)
    expect(await database.query("SELECT 1 FROM organizations WHERE id = 'org_late'")).toEqual([])
  })

  it('has to come in time, on the operators’ port too', async () => {
    const { cookie } = await signIn({ url: gateway.url, database })
    const answers = await Promise.all(
      [gateway.url, operators].map(async (url) => parseAnswer(await exchange(url, head(cookie)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([408, 408])
  })
})

describe('[22] what has to wait', () => {
  /** Has something asked while Postgres keeps it waiting, and lets it go on when its sender was disabled. */
  async function disabledMeanwhile(lock: string, ask: (who: ConsoleClient) => Promise<unknown>) {
    await database.query("DELETE FROM console_users WHERE name = 'waiting'")
    await makePerson(database, { name: 'waiting', roles: ['admin'] })
    const who = await signIn({ url: gateway.url, database, name: 'waiting' })
    const locker = new pg.Client({ connectionString: database.url })
    await locker.connect()
    try {
      await locker.query(`BEGIN; ${lock}`)
      const asked = ask(who)
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await until('it to wait', async () => (await database.query(waiting)).length > 0)
      await database.query("UPDATE console_users SET disabled_at = now() WHERE name = 'waiting'")
      await locker.query('ROLLBACK')
      return await asked
    } finally {
      await locker.end()
    }
  }

  it('is not done for whoever was disabled until then', async () => {
    const rateOfYen = "SELECT rate::text FROM exchange_rates WHERE quote = 'JPY'"
    const [before] = await database.query(rateOfYen)
    const set = `mutation { setRate(currency: "JPY", rate: "${Number(before.rate) * 1.01}", reason: "as the bank has it") { rows } }`
    // Whether a rate takes two people is read from what was done to it before.
    const code = await disabledMeanwhile('LOCK audit_log', (who) => who.refusal(set))
    expect(code).toBe('FORBIDDEN')
    expect(await database.query(rateOfYen)).toEqual([before])
  })

  it('is not approved by whoever was disabled until then', async () => {
    const first = await signIn({ url: gateway.url, database })
    const asked =
      'mutation { inviteUser(name: "invited", roles: "viewer", reason: "is on call now") { proposal { id } } }'
    const { id } = (await first.ask(asked)).inviteUser.proposal
    const lock = `SELECT 1 FROM console_proposals WHERE id = '${id}' FOR UPDATE`
    const code = await disabledMeanwhile(lock, (who) =>
      who.refusal(`mutation { approveProposal(id: "${id}", reason: "seen and agreed") { rows } }`),
    )
    expect(code).toBe('FORBIDDEN')
    expect((await first.ask('{ proposals { id decision } }')).proposals).toContainEqual({ id, decision: null })
    expect(await database.query("SELECT 1 FROM console_users WHERE name = 'invited'")).toEqual([])
  })
})
