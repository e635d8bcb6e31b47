import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { pasted } from '../support/guide-blocks.ts'
import { stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'
import { ENVIRONMENT, installGenerators, partnersProject } from './generators.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** What each program of the guide prints: hotels with a price, a line each. */
const HOTELS = /^(?:\S.* [1-9]\d+ [A-Z]{3}\n){6,}$/

const NOT_INSTALLED = installGenerators()
if (NOT_INSTALLED) console.warn(NOT_INSTALLED)

let gateway: StartedGateway
let project: string

describe.skipIf(NOT_INSTALLED)('a client that is generated from our documents', () => {
  useGateway((started) => {
    ;({ gateway } = started)
    project = partnersProject()
  })

  afterAll(() => rmSync(project, { recursive: true, force: true }))

  /** Runs a command in the partner's project, which has the settings that the guide's programs ask for. */
  async function inProject(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { check_in: CHECK_IN, check_out: CHECK_OUT } = stay()
    const { url: URL, apiKey: KEY } = gateway
    const settings = { ...ENVIRONMENT, URL, KEY, CHECK_IN, CHECK_OUT, ...env }
    try {
      return (await run(command, args, { cwd: project, env: settings, timeout: 60_000 })).stdout
    } catch (error) {
      // A compiler says on its output what is wrong.
      throw new Error(`${command}: ${(error as { stdout?: string }).stdout?.slice(0, 5_000)}`, { cause: error })
    }
  }

  /** What the guide has its reader paste for one generator or language. */
  async function asInTheGuide(label: string): Promise<void> {
    const script = await pasted('other-languages', project, label)
    expect(script).not.toBe('')
    await inProject('bash', ['-euc', script])
  }

  function tool(name: string): string {
    return join(project, '../node_modules/.bin', name)
  }

  describe('in TypeScript', () => {
    beforeAll(async () => {
      cpSync(join(import.meta.dirname, 'typescript'), project, { recursive: true })
      await asInTheGuide('openapi-fetch')
      await asInTheGuide('hey-api')
      await inProject(join(ROOT, 'node_modules/.bin/graphql-codegen'), [
        '--config',
        join(import.meta.dirname, 'codegen.ts'),
      ])
    })

    it('compiles, and so does a program that uses it, under strict', async () => {
      expect(await inProject(tool('tsc'), ['--project', '.'])).toBe('')
    })

    it('keeps what may be absent apart from what may be undefined', async () => {
      expect(await inProject(tool('tsc'), ['--project', 'tsconfig.exact.json'])).toBe('')
    })

    it.each(['openapi-fetch', 'hey-api', 'graphql'])('books and cancels with %s', async (name) => {
      const said = await inProject(process.execPath, [`built/book-with-${name}.js`, gateway.url, gateway.apiKey])
      const [search, room, ...booking] = said.trimEnd().split('\n')
      expect(search).toBe('search: Scenario: confirm')
      expect(room).toMatch(/^room: \w/)
      expect(booking).toEqual(['booked: CONFIRMED', expect.stringMatching(/^quote: \w/), 'cancelled: CANCELLED'])
    })
  })

  describe('in other languages', () => {
    beforeAll(() => asInTheGuide('plain'), 60_000)

    it('knows no closed list of values, so that one that is added later is no error', () => {
      const { components } = JSON.parse(readFileSync(join(project, 'plain.json'), 'utf8'))
      expect(Object.keys(components.schemas).length).toBeGreaterThan(100)
      expect(JSON.stringify(components.schemas)).not.toMatch(/"enum":\[|"const":"|"format":"/)
    })

    it.skipIf(missing('Python', 'python3'))('reads a search in Python', async () => {
      await asInTheGuide('python')
      await inProject('python3', ['-m', 'py_compile', 'hotel_gateway.py'])
      expect(await inProject('python3', ['search.py'])).toMatch(HOTELS)
    })

    const JACKSON = ['annotations', 'core', 'databind'].map((name) => `/usr/share/java/jackson-${name}.jar`)

    it.skipIf(missing('Java', 'javac', ...JACKSON))('reads a search in Java', async () => {
      await asInTheGuide('java')
      await inProject('bash', ['-euc', 'javac -encoding UTF-8 -Xlint:all -Werror -d models com/example/hotels/*.java'])
      const classes = ['--class-path', ['models', 'classes', ...JACKSON].join(':')]
      await inProject('javac', ['-encoding', 'UTF-8', ...classes, '-d', 'classes', 'Search.java'])
      expect(await inProject('java', [...classes, 'Search'])).toMatch(HOTELS)
    })

    const NEWTONSOFT = '/usr/lib/cli/Newtonsoft.Json-5.0'
    const CSHARP = ['mcs', 'mono', NEWTONSOFT, '/usr/lib/mono/4.5/System.Net.Http.dll']

    it.skipIf(missing('C#', ...CSHARP))('reads a search in C#', async () => {
      await asInTheGuide('csharp')
      const libraries = [`-r:${NEWTONSOFT}/Newtonsoft.Json.dll`, '-r:System.Net.Http.dll']
      await inProject('mcs', ['-warnaserror', '-out:search.exe', ...libraries, 'HotelGateway.cs', 'Search.cs'])
      expect(await inProject('mono', ['search.exe'], { MONO_PATH: NEWTONSOFT })).toMatch(HOTELS)
    })

    it.skipIf(missing('PHP', 'php'))('reads a search in PHP', async () => {
      await asInTheGuide('php')
      for (const file of ['hotel_gateway.php', 'search.php']) await inProject('php', ['-l', file])
      expect(await inProject('php', ['search.php'])).toMatch(HOTELS)
    })
  })
})

/** Whether a language's tools and libraries are missing here, which is said; .ci/run installs them, so that in CI it is a fault. */
function missing(language: string, ...needed: readonly string[]): boolean {
  const folders = (process.env['PATH'] ?? '').split(':')
  const absent = needed.filter((one) => !existsSync(one) && !folders.some((folder) => existsSync(join(folder, one))))
  if (absent.length === 0 || process.env['CI']) return false
  console.warn(`${language} is skipped, because this machine has no ${absent.join(', ')}: .ci/run says what to install`)
  return true
}
