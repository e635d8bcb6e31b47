import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { GROUPS } from '../src/http/site/pages.ts'
import type { StartedGateway } from './support/gateway.ts'
import { pasted } from './support/guide-blocks.ts'
import { httpClient } from './support/http-client.ts'
import { reservePort } from './support/reserved-port.ts'
import { useGateway } from './support/use-gateway.ts'

const run = promisify(execFile)
const GUIDES = join(import.meta.dirname, '..', 'docs', 'guides')

let gateway: StartedGateway
const folders: string[] = []

useGateway((started) => {
  ;({ gateway } = started)
})

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Saves the files of a guide and pastes its blocks into one shell, all in their order, as a reader does who begins in an empty folder. */
async function follow(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guides-'))
  folders.push(folder)
  const script = await pasted(name, folder)
  const { stdout } = await run('bash', ['-euc', script], {
    cwd: folder,
    timeout: 180_000,
    env: {
      ...process.env,
      // What the guides ask their readers to export.
      URL: gateway.url,
      KEY: gateway.apiKey,
      CHECKOUT: join(import.meta.dirname, '..'),
      RECEIVER_PORT: String(await reservePort()),
    },
  })
  return stdout
}

describe('a stranger who follows the guides', () => {
  it('gets from a key to a confirmed booking, its verified webhook, and its cancellation', async () => {
    const stdout = await follow('quick-start')
    expect(stdout).toContain('AVAILABLE BOOK')
    expect(stdout).toMatch(/^booking\.confirmed \d+ CONFIRMED$/m)
    expect(stdout).toMatch(/^booking\.cancelled \d+ CANCELLED$/m)
  })

  it('[C-108] gets from a key to a booking and its verified webhook with the client that is packed for it', async () => {
    const lines = (await follow('client')).trim().split('\n')
    expect(lines).toContainEqual(expect.stringMatching(/^found Scenario: confirm \d+ \w{3}$/))
    expect(lines).toContain('prebooked AVAILABLE')
    const [, bookingId = ''] = /^booked (ubk_\w+) CONFIRMED$/m.exec(lines.join('\n')) ?? []
    expect(lines).toContain(`webhook booking.confirmed ${bookingId}`)
    expect((await httpClient(gateway).get(`/hotels/book/${bookingId}`)).body.data.status).toBe('CONFIRMED')
    expect((await httpClient(gateway).get('/webhooks/endpoints')).body.data.endpoints).toEqual([])
  })
})

describe('the guides', () => {
  it('are all in the navigation', async () => {
    const files = (await readdir(GUIDES)).filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3))
    expect(files.toSorted()).toEqual(GROUPS.flatMap(({ pages }): string[] => [...pages]).toSorted())
  })

  it.each(GROUPS.flatMap(({ pages }) => pages))('%s begins with a title and a summary without markup', async (name) => {
    const text = await readFile(join(GUIDES, `${name}.md`), 'utf8')
    expect(text).toMatch(/^# [^\n]+\n\n[^\n#<|`[*]+/)
  })
})
