import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WATCHDOG_EXIT_CODE } from '../../src/platform/watchdog.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient } from '../support/http-client.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../..')
const BLOCKER = join(ROOT, 'test/fixtures/block-on-signal.ts')
const WATCHDOG_MS = 1_500

let database: TestDatabase
let gateway: GatewayProcess | undefined

async function start(nodeOptions = ''): Promise<GatewayProcess> {
  gateway = await startGatewayProcess({
    databaseUrl: database.url,
    env: { WATCHDOG_MS: String(WATCHDOG_MS), NODE_OPTIONS: `--import=${BLOCKER} ${nodeOptions}` },
  })
  return gateway
}

beforeAll(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  await gateway?.kill('SIGKILL')
})

afterAll(async () => {
  await database.drop()
})

async function isLive({ url }: GatewayProcess): Promise<boolean> {
  return (await fetch(`${url}/health/live`)).ok
}

describe('the watchdog', () => {
  it('ends a process whose event loop is blocked, with a code of its own and the stack of where it stands', async () => {
    const blocked = await start()
    await blocked.kill('SIGUSR2')
    expect(await blocked.ended).toBe(WATCHDOG_EXIT_CODE)
    const told = await until('the last line', () => blocked.log.find((line) => line.includes('event loop is blocked')))
    const { level, stack } = JSON.parse(told) as { level: number; stack: string[] }
    expect(level).toBe(60)
    expect(stack[0]).toContain('at spinForEver (')
    expect(stack[0]).toContain('block-on-signal.ts:5:')
  })

  it('leaves a process alone that was stopped for longer, and continued', async () => {
    const frozen = await start()
    void frozen.kill('SIGSTOP')
    await pause(2 * WATCHDOG_MS)
    void frozen.kill('SIGCONT')
    const thawedAt = performance.now()
    await until('two more looks of the watchdog', () => performance.now() > thawedAt + 2 * WATCHDOG_MS)
    expect(await isLive(frozen)).toBe(true)
    expect((await httpClient(frozen).get('/hotels/bookings')).status).toBe(200)
  })

  it('leaves a process alone that a debugger listens to', async () => {
    const debugged = await start('--inspect=127.0.0.1:0')
    void debugged.kill('SIGUSR2')
    const ended = await Promise.race([debugged.ended, pause(2 * WATCHDOG_MS, 'runs on')])
    expect(ended).toBe('runs on')
  })
})

describe('the shipped service file', () => {
  const unitFile = join(ROOT, 'deploy/systemd/hotel-gateway.service')

  it('starts the gateway again whatever ended it, and gives it the time to drain', async () => {
    const unit = await readFile(unitFile, 'utf8')
    function setting(name: string): string | undefined {
      return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
    }
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { start: string }
    }
    expect(setting('Restart')).toBe('always')
    expect(setting('StartLimitIntervalSec')).toBe('0')
    expect(setting('KillMode')).toBe('mixed')
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(5 + 25)
    expect(Number(setting('LimitNOFILE'))).toBeGreaterThan(20_000)
    expect(unit).toContain(`Exit code ${WATCHDOG_EXIT_CODE} is the watchdog's`)
    expect(unit).toContain(`Environment=${/MALLOC\w+=\d+/.exec(scripts.start)?.[0]}\n`)
    // The service has an EnvironmentFile of its own, and may not write where it is installed.
    const started = scripts.start
      .split(' && ')[1]
      ?.replace(' --env-file-if-exists=.env', '')
      .replace(/^(?:[A-Z_]+=\S+ )+/, '')
    expect(started).toBe(`exec ${setting('ExecStart')?.replace(/^\S+\/node /, 'node ')}`)
  })

  it('is one that systemd accepts', async (test) => {
    const verify = promisify(execFile)
    const isThere = await verify('systemd-analyze', ['--version']).then(
      () => true,
      () => false,
    )
    if (!isThere) return test.skip()
    const folder = await mkdtemp(join(tmpdir(), 'unit-'))
    const path = join(folder, 'hotel-gateway.service')
    // The gateway is installed elsewhere on the machine that this is for.
    const unit = (await readFile(unitFile, 'utf8')).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    await writeFile(path, unit)
    const { stderr } = await verify('systemd-analyze', ['verify', '--recursive-errors=no', path])
    expect(stderr.split('\n').filter((line) => line.includes('hotel-gateway.service'))).toEqual([])
    await rm(folder, { recursive: true })
  })
})
