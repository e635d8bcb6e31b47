import { spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { TEST_API_KEY, TEST_MASTER_KEY } from '../support/gateway.ts'
import { httpClient } from '../support/http-client.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../..')

let copy: string
let database: TestDatabase

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'npm-scripts-'))
  for (const name of ['src', 'scripts', 'prisma', 'docs/guides', 'schema.graphql', 'package.json'])
    await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  database = await createTestDatabase()
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    SANDBOX_API_KEY: TEST_API_KEY,
    SECURITY_CONTACT: 'mailto:from-the-file@example.com',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  await writeFile(join(copy, '.env'), `# A comment\n${lines.join('\n')}\n`)
})

afterAll(async () => {
  await database?.drop()
  await rm(copy, { recursive: true, force: true })
})

/** The environment of somebody who has set nothing. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, REDIS_URL: __, NODE_OPTIONS: ___, ...rest } = process.env
  return rest
}

/** Runs `npm run <script>` in a copy of the repository which has a `.env`, as a process group of its own. */
function runScript(script: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const child = spawn('npm', ['run', script, '--', ...args], {
    cwd: copy,
    env: { ...bareEnvironment(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (l) => lines.push(l))
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  async function stop(): Promise<void> {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  return { lines, ended, stop }
}

/** The addresses of all gateways that were ready so far. */
function urlsIn(lines: readonly string[]): string[] {
  return lines.filter((line) => line.includes('"msg":"ready"')).map((line) => JSON.parse(line).url)
}

function nthUrl(lines: readonly string[], count: number): Promise<string> {
  const what = `gateway ${count} to be ready`
  return until(what, () => urlsIn(lines)[count - 1], 120_000).catch((error: unknown) => {
    throw new Error(lines.join('\n'), { cause: error })
  })
}

describe('the npm scripts', () => {
  it('npm start reads .env, and a variable that is really set wins over it', async () => {
    const started = runScript('start', { env: { SECURITY_CONTACT: 'mailto:from-the-shell@example.com' } })
    try {
      const url = await nthUrl(started.lines, 1)
      const answer = await httpClient({ url, apiKey: TEST_API_KEY }).get('/hotels/filters')
      expect(answer.status).toBe(200)
      const contact = await (await fetch(`${url}/.well-known/security.txt`)).text()
      expect(contact).toContain('from-the-shell@example.com')
      expect(contact).not.toContain('from-the-file')
    } finally {
      await started.stop()
    }
  })

  it('npm run admin reads the same .env, so that it works on the same database', async () => {
    await database.query(`INSERT INTO organizations (id, name) VALUES ('org_dotenv', 'Of the file')`)
    const listing = runScript('admin', { args: ['organization', 'list', '--json'] })
    expect(await listing.ended).toBe(0)
    expect(listing.lines.join('\n')).toContain('org_dotenv')
  })

  it('npm run dev starts again with the changed code when a source file is saved', async () => {
    const dev = runScript('dev')
    try {
      await nthUrl(dev.lines, 1)
      await appendFile(join(copy, 'src/welcome.ts'), "\nconsole.log('the changed code runs')\n")
      const url = await nthUrl(dev.lines, 2)
      expect(dev.lines).toContain('the changed code runs')
      expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    } finally {
      await dev.stop()
    }
  })
})
