import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../src/config.ts'
import { ERRORS } from '../src/domain/errors.ts'

const ROOT = join(import.meta.dirname, '..')

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function filesUnder(folder: string, extension: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name))
    .map((name) => join(folder, name))
}

/** Each metric of the code, and its labels as docs/operating.md tells them. */
function documentedMetrics(): Map<string, readonly string[]> {
  const rows = read('docs/operating.md').matchAll(/^\| (`gateway_[^|]+)\|([^|]*)\|/gm)
  const found = new Map<string, readonly string[]>()
  for (const [, names = '', labels = ''] of rows) {
    const all = [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)
    // The table of alerts has the same first column, and no names of labels in its second.
    for (const [, name = ''] of names.matchAll(/`(gateway_\w+)`/g)) if (!found.has(name)) found.set(name, all)
  }
  return found
}

function metricsOfCode(): string[] {
  return filesUnder('src', /\.ts$/).flatMap((file) =>
    [...read(file).matchAll(/\bname: '(gateway_\w+)'|\bshow\(\s*'(gateway_\w+)'/g)].map(
      ([, named, shown]) => named ?? shown ?? '',
    ),
  )
}

function metricsOfNode(): string[] {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register.getMetricsAsArray().map(({ name }) => name)
}

const RULES = 'deploy/prometheus/rules.yaml'
const DASHBOARD = 'deploy/grafana/gateway.json'

/** Every expression of the rules and of the dashboard. */
function expressions(): string[] {
  const ofRules = [...read(RULES).matchAll(/^ +expr: (.*)$/gm)].map(([, text = '']) => text)
  const board = JSON.parse(read(DASHBOARD)) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
  }
  return [...ofRules, ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))]
}

type Use = { readonly name: string; readonly labels: readonly string[] }

/** The metrics of an expression, as their family is called, and the labels by which each is chosen. */
function usesOf(expression: string): Use[] {
  const uses = expression.matchAll(/\b((?:gateway|process|nodejs)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g)
  return [...uses].map(([, name = '', selector = '']) => ({
    name: name.replace(/_(?:bucket|count|sum)$/, ''),
    labels: [...selector.matchAll(/(\w+)(?:=~|!=|=|!~)"/g)].map(([, label = '']) => label),
  }))
}

/** What Prometheus itself adds. */
const OF_THE_SCRAPE = ['job', 'instance', 'le']

describe('[21] the rules of Prometheus and the dashboard of Grafana', () => {
  const documented = documentedMetrics()
  const uses = expressions().flatMap(usesOf)

  it('know no metric that the code has not, and docs/operating.md has the same', () => {
    const known = [...metricsOfCode(), ...metricsOfNode()]
    expect(uses.length).toBeGreaterThan(80)
    expect(uses.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
    expect([...documented.keys()].sort()).toEqual([...new Set(metricsOfCode())].sort())
  })

  it('choose by labels that the metric has', () => {
    const unknown = uses.filter(
      ({ name, labels }) =>
        documented.has(name) &&
        labels.some((label) => !OF_THE_SCRAPE.includes(label) && !documented.get(name)?.includes(label)),
    )
    expect(unknown).toEqual([])
    for (const expression of expressions()) {
      const known = usesOf(expression).flatMap(({ name }) => documented.get(name) ?? [])
      const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
      expect(grouped.filter((label) => ![...known, ...OF_THE_SCRAPE].includes(label))).toEqual([])
    }
  })

  it('show every metric, and alert on each that docs/operating.md calls worth it', () => {
    const shown = new Set(uses.map(({ name }) => name))
    expect([...documented.keys()].filter((name) => !shown.has(name))).toEqual([])
    const [, worth = ''] = /^Worth an alert:\n(.*?)\n\n(?!\|)/ms.exec(read('docs/operating.md')) ?? []
    const named = [...worth.matchAll(/^\| `(gateway_\w+?)(?:_count)?[{`]/gm)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(15)
    const rules = read(RULES)
    expect(named.filter((name) => !rules.includes(name))).toEqual([])
  })
})

/** Names that are no settings of the gateway: of the images, of Node, of the files themselves. */
const OTHERS = [
  'API_ROLES',
  'GATEWAY_DATABASE_PASSWORD',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'PG_VERSION',
  'POSTGRES_PASSWORD',
  'REPLICATION_PASSWORD',
  'SERVICE_UNAVAILABLE',
  'WORKER_ROLES',
  // systemd's, Linux' and HAProxy's.
  'AF_INET',
  'AF_NETLINK',
  'AF_UNIX',
  'METH_GET',
  'METH_HEAD',
  'ON_ERROR_STOP',
]

const SHIPPED = filesUnder('deploy', /(?:Dockerfile|\.(?:ya?ml|cfg|ini|env|example|service|target|sh))$/).filter(
  (file) => file !== RULES,
)

describe('[21] what deploy/ ships', () => {
  it('names only settings that there are', () => {
    const named = SHIPPED.flatMap((file) => [...read(file).matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name))
    expect(SHIPPED.length).toBeGreaterThan(15)
    expect([...new Set(named)].filter((name) => !(name in SETTINGS) && !OTHERS.includes(name))).toEqual([])
    expect(OTHERS.filter((name) => !named.includes(name))).toEqual([])
    expect(named).toEqual(expect.arrayContaining(['DATABASE_DIRECT_URL', 'LAME_DUCK_MS', 'TRUSTED_PROXIES']))
  })

  it('starts a process as npm start does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: { readonly start: string } }
    const [, wanted = ''] = /exec node --env-file-if-exists=\.env (.*)$/.exec(scripts.start) ?? []
    expect(/^ExecStart=\S+\/node (.*)$/m.exec(read('deploy/systemd/hotel-gateway@.service'))?.[1]).toBe(wanted)
    const [, command = '[]'] = /^CMD (.*)$/m.exec(read('deploy/Dockerfile')) ?? []
    expect((JSON.parse(command) as string[]).join(' ')).toBe(`node ${wanted}`)
  })

  it('has no process killed before it has said that it leaves, and ended', () => {
    function millisecondsOf(text: string, name: string): number {
      return Number(new RegExp(`${name}: "(\\d+)"`).exec(text)?.[1])
    }
    const settings = read('deploy/kubernetes/settings.yaml')
    const needed = millisecondsOf(settings, 'LAME_DUCK_MS') + millisecondsOf(settings, 'SHUTDOWN_TIMEOUT_MS') + 5_000
    for (const role of ['api', 'relay', 'worker', 'export']) {
      const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(read(`deploy/kubernetes/${role}.yaml`)) ?? []
      expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(needed)
    }
    const compose = read('deploy/compose.yaml')
    const inCompose = millisecondsOf(compose, 'LAME_DUCK_MS') + millisecondsOf(compose, 'SHUTDOWN_TIMEOUT_MS') + 5_000
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000).toBeGreaterThanOrEqual(inCompose)
  })

  it('has HAProxy believe a failed check long before a process closes its port', () => {
    const [, seconds, times] = /inter (\d+)s fall (\d+) rise 1 maxconn/.exec(read('deploy/haproxy.cfg')) ?? []
    const believedAfterMs = Number(seconds) * Number(times) * 1_000
    for (const file of ['deploy/compose.yaml', 'deploy/kubernetes/settings.yaml'])
      expect(Number(/LAME_DUCK_MS: "(\d+)"/.exec(read(file))?.[1])).toBeGreaterThanOrEqual(2 * believedAfterMs)
  })

  it('ends PgBouncer by the signal that lets transactions end, and gives a statement the time that it may take', () => {
    const [, seconds] = /^query_timeout = (\d+)$/m.exec(read('deploy/pgbouncer.ini')) ?? []
    const [, given] = /stop_signal: SIGINT\n +stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml')) ?? []
    expect(Number(given)).toBeGreaterThanOrEqual(Number(seconds))
    const manifest = read('deploy/kubernetes/pgbouncer.yaml')
    const [, before, after] = /"sleep (\d+); kill -INT 1; sleep (\d+)"/.exec(manifest) ?? []
    expect(Number(after)).toBeGreaterThanOrEqual(Number(seconds))
    const [, grace] = /terminationGracePeriodSeconds: (\d+)/.exec(manifest) ?? []
    expect(Number(grace)).toBeGreaterThan(Number(before) + Number(after))
  })

  it('has a standby that is promoted wait for nobody, until it has a standby of its own', () => {
    expect(read('deploy/postgres/primary.sh')).toContain(
      "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (replica)'",
    )
    // ALTER SYSTEM writes where pg_basebackup copies from; of two lines the last one counts.
    const appended = /^ {2}\{\n(.*?)^ {2}\} >>"\$PGDATA\/postgresql\.auto\.conf"/ms.exec(
      read('deploy/postgres/replica.sh'),
    )?.[1]
    expect(appended).toContain("synchronous_standby_names = ''")
  })

  it('has HAProxy answer with an error of the contract when nobody is ready', () => {
    const [, body = ''] =
      /http-error status 503 .* string '(.*)' hdr retry-after \d+$/m.exec(read('deploy/haproxy.cfg')) ?? []
    const { code, retryable } = JSON.parse(body) as {
      readonly code: keyof typeof ERRORS
      readonly retryable: boolean
    }
    expect(ERRORS[code]).toMatchObject({ status: 503, retryable })
  })

  it('has an image with everything that a process reads', () => {
    const taken = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    for (const path of ['src', 'prisma', 'docs/guides', 'schema.graphql', 'openapi.json', 'package.json']) {
      expect(taken).toContain(path)
      expect(copied).toContain(path)
    }
    expect(taken.filter((path) => /^(?:\.env|\.git|\.data|test|node_modules)/.test(path))).toEqual([])
  })
})
