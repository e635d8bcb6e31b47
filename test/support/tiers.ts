import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'

/**
 * The tiers of the suite. `npm test` runs `pure`, `parts` and `first-start`; `.ci/run` runs all but `world` and `nightly`.
 *
 * - `pure`: this process alone.
 * - `parts`: the run's Postgres, HTTP servers, gateways; all in the worker's process.
 * - `first-start`: the few tests of `npm start` as a process that `npm test` has.
 * - `catalogue`: whole contents of suppliers, read page by page, imported and mapped.
 * - `world`: the sandbox's own content, held against itself over years: it changes with the sandbox alone.
 * - `process`: gateways and commands as processes: signals, kills, clocks, memory.
 * - `outside`: servers of others: Redis topologies, PgBouncer, HAProxy, NATS, another Postgres.
 * - `pages`: Chromium.
 * - `tools`: npm, compilers, examples and guides as they are printed.
 * - `spec`: the suppliers' own specifications beside the clone.
 * - `nightly`: matrices, fleets and fuzzing, each with a configuration of its own.
 */
export const TIERS = [
  'pure',
  'parts',
  'first-start',
  'catalogue',
  'world',
  'process',
  'outside',
  'pages',
  'tools',
  'spec',
  'nightly',
] as const
export type Tier = (typeof TIERS)[number]

/** What a file or a helper does that needs more than this process. */
const REACHES_OUT =
  /\binject\(|process\.env\[|\.listen\(|\bfetch\(|from '(?:node:(?:child_process|dgram|http|net|worker_threads)|pg|ioredis|playwright-core)'/

/** How a test starts programs itself. A helper that does, such as the run's own Postgres, says nothing of its tests. */
const STARTS_PROGRAMS = /^import .* from 'node:child_process'/m

/** A helper, by its path, that puts every test which imports it into a tier. The first that matches counts. */
const HELPERS: readonly (readonly [Tier, RegExp])[] = [
  ['spec', /\/spec\/shared\.ts$/],
  ['pages', /\/browser\.ts$/],
  [
    'outside',
    /\/(?:own-postgres|postgres-pair|redis-servers|nats-server|haproxy|pgbouncer|fleet|walk-topologies)\.ts$/,
  ],
  ['process', /\/(?:gateway-process|use-frozen-world|use-relays|use-attacked-gateway)\.ts$/],
]

/** Files and folders whose tier does not follow from what they import. */
const PLACES: readonly (readonly [Tier, RegExp])[] = [
  ['nightly', /^test\/(?:kill|fuzz)\/|^test\/fleet\/(?:fleet|walk)\.test|^test\/e2e\/postgres-pair\.test/],
  ['pure', /^test\/tiers\.test/],
  ['first-start', /^test\/first-start\//],
  [
    'tools',
    /^test\/generated-clients\/|^test\/(?:install|production-packages|examples|guides|readme|ci-run)\.test|^test\/client\/package\.test|^test\/e2e\/(?:version-before|first-catalogue|npm-scripts)\.test|^test\/suppliers\/adding-a-supplier\.test/,
  ],
  ['process', /^test\/frozen\//],
  ['world', /^test\/sandbox\/content\//],
  [
    'catalogue',
    /^test\/suppliers\/content\/|^test\/suppliers\/[\w-]+\/content\/world\.test|^test\/e2e\/(?:catalogue-import|made-hotels|rooms-of-listings)\.test|^test\/operations\/catalogue\/pull\/(?:cut-off|sandbox-faults)\.test|^test\/console\/(?:catalogue|mapping)\.test/,
  ],
]

const VALUE_IMPORT = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

/** This helper itself starts nothing but what its callers ask for. */
const IN_PROCESS_HELPERS = new Set(['use-gateway.ts'])

type Node = { readonly text: string; readonly helpers: readonly string[] }

/** The test files under a root, and what each imports from `test/`. */
function readImports(root: string) {
  const folder = join(root, 'test')
  const graph = new Map<string, Node>()

  function read(file: string): Node {
    const known = graph.get(file)
    if (known) return known
    const text = readFileSync(file, 'utf8')
    const node = { text, helpers: helpersIn(text, file, root) }
    graph.set(file, node)
    return node
  }

  /** A test file with everything under `test/` that it imports, at any distance; helpers that match `stopAt` are not followed. */
  function reach(file: string, stopAt: ReadonlySet<string> = new Set()): ReadonlySet<string> {
    const reached = new Set([file])
    for (const one of reached)
      if (!stopAt.has(basename(one))) for (const helper of read(one).helpers) reached.add(helper)
    return reached
  }

  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort()
  return { files, read, reach }
}

/** Every test file under `root`, relative to it, by tier. The split is read from the files, so nobody keeps a list of tests. */
export function findTiers(root: string): ReadonlyMap<Tier, readonly string[]> {
  const { files, read, reach } = readImports(root)

  function tierOf(file: string): Tier {
    // What one function of such a helper needs is not what all of its callers need: their own texts say which one they take.
    const all = [...reach(file, IN_PROCESS_HELPERS)]
    const placed = PLACES.find(([, place]) => place.test(relative(root, file)))
    const helper = HELPERS.find(([, pattern]) => all.some((one) => pattern.test(one)))
    if (placed && helper?.[0] !== 'spec') return placed[0]
    if (helper) return helper[0]
    const texts = all.filter((one) => !IN_PROCESS_HELPERS.has(basename(one))).map((one) => read(one).text)
    if (texts.some((text) => /\buseGatewayProcess\(/.test(text)) || STARTS_PROGRAMS.test(read(file).text))
      return 'process'
    return texts.some((text) => REACHES_OUT.test(text)) || takesGateway(all) ? 'parts' : 'pure'
  }

  const tiers = Map.groupBy(files, tierOf)
  return new Map(TIERS.map((tier) => [tier, (tiers.get(tier) ?? []).map((file) => relative(root, file))]))
}

/** The test files that are among `changed` or import one of them, at any distance; all relative to `root`. */
export function findTestsReaching(root: string, changed: readonly string[]): string[] {
  const { files, reach } = readImports(root)
  const wanted = new Set(changed.map((name) => join(root, name)))
  return files.filter((file) => [...reach(file)].some((one) => wanted.has(one))).map((file) => relative(root, file))
}

/** The helper that is not followed starts a gateway in this process. */
function takesGateway(files: readonly string[]): boolean {
  return files.some((file) => IN_PROCESS_HELPERS.has(basename(file)))
}

/** What a file imports of this repository but `src/`, which imports nothing outside of itself. Some tests hold programs as text. */
function helpersIn(text: string, file: string, root: string): string[] {
  return [...text.matchAll(VALUE_IMPORT)]
    .map(([, path = '']) => resolve(file, '..', path))
    .filter((path) => path.startsWith(`${root}/`) && !path.startsWith(`${root}/src/`) && path.endsWith('.ts'))
    .filter((path) => existsSync(path))
}
