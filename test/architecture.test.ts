import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../src/config.ts'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('store/client/'))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))

type Import = { readonly file: string; readonly to: string }

const imports: Import[] = files.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
    file,
    to: to.startsWith('.') ? relative(SRC, resolve(SRC, file, '..', to)) : to,
  })),
)

/** Files that import each other, directly or not, by value or by type, in groups. */
function circles(): string[][] {
  const names = new Set(files.map(({ file }) => file))
  const to = Map.groupBy(
    imports.filter((one) => names.has(one.to)),
    ({ file }) => file,
  )
  function reached(from: string): ReadonlySet<string> {
    const found = new Set<string>()
    const waiting = [from]
    for (const file of waiting)
      for (const next of to.get(file) ?? [])
        if (!found.has(next.to)) {
          found.add(next.to)
          waiting.push(next.to)
        }
    return found
  }
  const reach = new Map([...names].map((file) => [file, reached(file)]))
  return [...names]
    .filter((file) => reach.get(file)?.has(file))
    .map((file) => [...names].filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file)).sort())
}

function layerOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : ''
}
function isOwn({ to }: Import): boolean {
  return files.some(({ file }) => file === to)
}

/** Who may import whom; what wires (the files of `src` itself, and the admin command) may import everything. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  platform: ['domain'],
  // Which listings are one hotel, which rooms one room: pure, so that the command, `propose` and the guard at holds judge alike.
  mapping: ['domain', 'platform'],
  suppliers: ['domain', 'platform'],
  sandbox: ['domain', 'platform', 'store', 'suppliers', 'operations'],
  store: ['domain', 'platform'],
  cache: ['domain', 'platform'],
  'hotel-index': ['domain', 'platform', 'store', 'cache'],
  operations: ['domain', 'platform', 'store', 'cache', 'suppliers', 'hotel-index', 'mapping'],
  schema: ['domain'],
  resolvers: ['domain', 'platform', 'operations', 'schema'],
  http: ['domain', 'platform', 'operations'],
  // Mounted on the HTTP server: connections, deadlines and streams are the server's.
  graphql: ['domain', 'platform', 'operations', 'schema', 'resolvers', 'http'],
  relay: ['domain', 'platform', 'operations', 'store'],
  'event-export': ['domain', 'platform', 'store'],
  jobs: ['domain', 'platform', 'operations', 'store'],
  // Drives the gateway's own operations over one connection, for `supplier certify`.
  certification: ['domain', 'platform', 'store', 'suppliers', 'operations'],
}

describe('the layers', () => {
  it.each(Object.entries(ALLOWED))('%s imports only what it may', (layer, allowed) => {
    const wrong = imports.filter(
      (one) => layerOf(one.file) === layer && isOwn(one) && ![layer, ...allowed].includes(layerOf(one.to)),
    )
    expect(wrong).toEqual([])
  })

  it('lead searches to prices, never prices to searches', () => {
    const wrong = imports.filter(
      ({ file, to }) => file.startsWith('operations/prices/') && to.startsWith('operations/search/'),
    )
    expect(wrong).toEqual([])
  })

  it('lead to what is remembered of prices by one door', () => {
    const users = imports.filter(({ to }) => /^operations\/prices\/(price-cache|recent-prices)\.ts$/.test(to))
    expect(new Set(users.map(({ file }) => file))).toEqual(new Set(['operations/prices/price-memory.ts']))
  })

  it('have no circle, not even by type', () => {
    expect(circles()).toEqual([])
  })

  it('leave the domain without packages', () => {
    expect(imports.filter((one) => layerOf(one.file) === 'domain' && !isOwn(one))).toEqual([])
  })

  it('show operations only the suppliers’ port', () => {
    const seen = imports.filter((one) => layerOf(one.file) === 'operations' && layerOf(one.to) === 'suppliers')
    // What operations may see: the port, whom a call is for, and what is read of a supplier's content.
    const port = ['suppliers/supplier.ts', 'suppliers/supplier-call.ts', 'suppliers/content-source.ts']
    expect(new Set(seen.map(({ to }) => to))).toEqual(new Set(port))
  })

  it('let only the registry import adapters', () => {
    // What all readers of content share is no adapter: whoever wires opens files with it.
    const adapters = imports.filter(
      ({ file, to }) =>
        /^suppliers\/[\w-]+\//.test(to) && to !== 'suppliers/content/download.ts' && layerOf(file) !== 'suppliers',
    )
    const beside = imports.filter(
      ({ file, to }) => /^suppliers\/[\w-]+\//.test(to) && /^suppliers\/[\w-]+\.ts$/.test(file),
    )
    expect(adapters).toEqual([])
    expect(new Set(beside.map(({ file }) => file))).toEqual(new Set(['suppliers/registry.ts']))
  })

  it('keep undici, the Prisma client and the environment each in their place', () => {
    function users(name: string): string[] {
      return imports.filter(({ to }) => to === name).map(({ file }) => file)
    }
    expect(users('undici').sort()).toEqual([
      'console/oidc/provider-fetch.ts',
      'relay/deliver.ts',
      'relay/wire.ts',
      'suppliers/content/download.ts',
      'suppliers/fetch.ts',
    ])
    expect(imports.filter(({ file, to }) => to.startsWith('store/client') && layerOf(file) !== 'store')).toEqual([])
    expect(files.filter(({ text }) => text.includes('process.env')).map(({ file }) => file)).toEqual(['config.ts'])
  })

  it('load OpenTelemetry for nobody but those who collect what it makes', () => {
    const users = imports.filter(({ to }) => to.startsWith('@opentelemetry/')).map(({ file }) => file)
    expect(new Set(users)).toEqual(new Set(['platform/tracing.ts']))
    const loaders = files.filter(({ text }) => /(from|import\() ?'[./\w]*\/tracing\.ts'/.test(text))
    expect(loaders.map(({ file }) => file)).toEqual(['foundation.ts'])
    expect(loaders[0]?.text).toContain("await import('./platform/tracing.ts')")
    expect(loaders[0]?.text).not.toMatch(/^import .*tracing\.ts/m)
  })

  it('read the time in one place: the business never asks the machine', () => {
    const readers = files.filter(
      ({ file, text }) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text) && !/^(platform\/clock|welcome|main)/.test(file),
    )
    expect(readers.map(({ file }) => file)).toEqual([])
  })

  it('keep files small: none is longer than 300 lines', () => {
    const long = files.filter(
      ({ file, text }) => text.split('\n').length > 300 && !/^(http\/routes|schema\/|sandbox\/catalogue)/.test(file),
    )
    expect(long.map(({ file }) => file)).toEqual([])
  })
})

describe('the settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    const listed: string[] = [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name]) => name ?? '',
    )
    expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort())
  })
})
