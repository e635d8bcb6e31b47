import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { GROUPS } from '../src/http/site/pages.ts'
import { freePort } from './support/free-port.ts'
import type { StartedGateway } from './support/gateway.ts'
import { pasted } from './support/guide-blocks.ts'
import { useGateway } from './support/use-gateway.ts'

const run = promisify(execFile)
const GUIDES = join(import.meta.dirname, '..', 'docs', 'guides')

let gateway: StartedGateway
let folder: string

useGateway(async (started) => {
  ;({ gateway } = started)
  folder = await mkdtemp(join(tmpdir(), 'guides-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('a stranger who follows the guides', () => {
  it('gets from a key to a confirmed booking, its verified webhook, and its cancellation', async () => {
    const script = await pasted('quick-start', folder)
    expect(script.length).toBeGreaterThan(1_000)
    const { stdout } = await run('bash', ['-euc', script], {
      cwd: folder,
      timeout: 90_000,
      env: { ...process.env, URL: gateway.url, KEY: gateway.apiKey, RECEIVER_PORT: String(await freePort()) },
    })
    expect(stdout).toContain('AVAILABLE BOOK')
    expect(stdout).toMatch(/^booking\.confirmed \d+ CONFIRMED$/m)
    expect(stdout).toMatch(/^booking\.cancelled \d+ CANCELLED$/m)
  }, 120_000)
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
