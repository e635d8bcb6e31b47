import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { StartedGateway } from './support/gateway.ts'
import { useGateway } from './support/use-gateway.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

let gateway: StartedGateway
let folder: string

useGateway(async (started) => {
  ;({ gateway } = started)
  folder = await mkdtemp(join(tmpdir(), 'readme-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** The commands of an example as a reader would paste them; only the address is this gateway's. */
async function example(name: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const found = new RegExp(`<!-- example: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
  if (!found) throw new Error(`no example ${name} in the README`)
  return found.replace('URL=http://127.0.0.1:4000', `URL=${gateway.url}`)
}

async function paste(script: string): Promise<string[]> {
  const { stdout } = await run('bash', ['-euc', script], {
    cwd: folder,
    env: { ...process.env, KEY: gateway.apiKey },
  })
  return stdout.trim().split('\n')
}

describe('the README', () => {
  it('books, confirms and cancels over HTTP by copy and paste', async () => {
    const lines = await paste(await example('http'))
    expect(['PROCESSING', 'CONFIRMED']).toContain(lines[0])
    expect(lines.slice(1)).toEqual(['CONFIRMED', 'CANCELLED'])
  })

  it('books, confirms and cancels through GraphQL by copy and paste', async () => {
    const answers = (await paste(await example('graphql'))).map((line) => JSON.parse(line))
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(answers[0].data.destinations.destinations[0].name).toBe('Scenario: hold')
    expect(answers.at(-2).data.booking.status).toBe('CONFIRMED')
    expect(answers.at(-1).data.cancelBooking.booking).toEqual({
      status: 'CANCELLED',
      cancellation: { outcome: 'CANCELLED' },
    })
  })

  it('has an example script that runs', async () => {
    const { stdout } = await run(process.execPath, [join(ROOT, 'examples/first-booking.http.ts'), gateway.url], {
      env: { ...process.env, GATEWAY_KEY: gateway.apiKey },
    })
    expect(stdout).toContain('booked: ubk_')
    expect(stdout).toContain('cancelled: CANCELLED CANCELLED')
  })
})
