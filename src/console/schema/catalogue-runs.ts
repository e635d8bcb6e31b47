import { reportRows } from '../../admin/catalogue-report.ts'
import { UsageError } from '../../admin/command.ts'
import type { Core } from '../../core.ts'
import { SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import { createTimedMemory } from '../../platform/kept.ts'
import type { SeenPass, SeenPull } from '../../store/catalogue-reads.ts'
import type { CatalogueRun, RunFault } from '../../store/catalogue-runs.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { told } from './organization-parts.ts'
import { PAGE, type Page, pageSize } from './page.ts'

const Fault = builder.objectRef<RunFault>('CatalogueFault').implement({
  description: 'A line that was put aside.',
  fields: (t) => ({
    line: t.exposeInt('line'),
    listing: t.string({ nullable: true, resolve: ({ listing }) => listing ?? null }),
    pass: t.string({ nullable: true, resolve: ({ pass }) => pass ?? null }),
    faults: t.stringList({ resolve: ({ faults }) => [...faults] }),
  }),
})

const Run = builder.objectRef<CatalogueRun>('CatalogueRun').implement({
  description: 'What brought content into the catalogue, and what became of it.',
  fields: (t) => ({
    id: t.exposeInt('runId'),
    kind: t.exposeString('kind', { description: 'IMPORT, PULL or PROPOSE' }),
    source: t.exposeString('source', { description: 'The file, or the connection.' }),
    supplierCode: t.exposeString('supplierCode', { nullable: true }),
    environment: t.string({ nullable: true, resolve: ({ environment }) => environment ?? null }),
    actor: t.exposeString('actor'),
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => toRfc3339(startedAt) }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null: it is under way, or was cut off.',
      resolve: ({ endedAt }) => told(endedAt),
    }),
    counts: t.field({ type: 'JSON', resolve: ({ counts }) => counts }),
    putAside: t.int({ description: 'Lines; the first 1000 are kept.', resolve: ({ faults }) => faults.length }),
    faults: t.field({ type: [Fault], resolve: ({ faults }) => [...faults] }),
  }),
})

const RunPage = builder.objectRef<Page<CatalogueRun>>('CatalogueRunPage').implement({
  fields: (t) => ({
    items: t.field({ type: [Run], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true }),
  }),
})

builder.queryField('catalogueRuns', (t) =>
  t.field({
    type: RunPage,
    description: 'What `catalogue runs` lists, the newest first.',
    ...only('viewer'),
    args: { ...PAGE },
    resolve: async (_root, { after, first }, { core }) => {
      const size = pageSize(first)
      const items = await core.store.catalogueRuns.list(null, size + 1, after == null ? null : numberOf(after))
      const shown = items.slice(0, size)
      return { items: shown, next: items.length > size ? String(shown.at(-1)?.runId) : null }
    },
  }),
)

builder.queryField('catalogueRun', (t) =>
  t.field({
    type: Run,
    nullable: true,
    ...only('viewer'),
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, { core }) => (await core.store.catalogueRuns.list(id, 1))[0] ?? null,
  }),
)

function numberOf(after: string): number {
  if (!/^\d{1,9}$/.test(after)) throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return Number(after)
}

const Pass = builder.objectRef<SeenPass>('ContentPass').implement({
  description: 'A reading of a connection’s content in one language.',
  fields: (t) => ({
    id: t.exposeInt('passId'),
    kind: t.exposeString('kind', { description: 'WHOLE or CHANGES' }),
    language: t.exposeString('language'),
    since: t.exposeString('since', { nullable: true }),
    state: t.exposeString('state', {
      description: 'READING, READ, CONCLUDING, HELD, HELD_READ, DONE, UNCHANGED or GIVEN_UP',
    }),
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => toRfc3339(startedAt) }),
    endedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ endedAt }) => told(endedAt) }),
    counts: t.field({ type: 'JSON', resolve: ({ counts }) => counts }),
  }),
})

const Pull = builder.objectRef<SeenPull>('ContentPull').implement({
  description: 'A connection whose content is pulled.',
  fields: (t) => ({
    connectionId: t.exposeID('connectionId'),
    supplierCode: t.exposeString('supplierCode'),
    name: t.exposeString('name'),
    environment: t.exposeString('environment'),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its daily pull is due; null: none was ever complete.',
      resolve: ({ dueAt }) => told(dueAt),
    }),
    isUnderWay: t.exposeBoolean('isUnderWay'),
    passes: t.field({ type: [Pass], resolve: ({ passes }) => [...passes] }),
  }),
})

builder.queryField('contentPulls', (t) =>
  t.field({
    type: [Pull],
    description: 'Every connection, with the last reading of each language.',
    ...only('viewer'),
    resolve: (_root, _args, { core }) => core.store.catalogueReads.pulls(),
  }),
)

type Report = { readonly at: number; readonly rows: readonly unknown[] }

const ReportRef = builder.objectRef<Report>('CatalogueReport').implement({
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it was counted.', resolve: ({ at }) => toRfc3339(at) }),
    rows: t.field({
      type: 'JSON',
      description: 'What `catalogue report --json` prints: ALL, each SUPPLIER, COUNTRY and SUPPLIER_COUNTRY.',
      resolve: ({ rows }) => rows,
    }),
  }),
})

/** The count reads the whole catalogue: it is shared by those who look at once. */
const COUNTED_FOR_MS = 30 * SECOND_MS
const MAX_REPORTS = 50

type Reports = { readonly get: (asked: string) => Promise<Report> }
const kept = new WeakMap<Core, Reports>()

function reportsOf(core: Core): Reports {
  const known = kept.get(core)
  if (known) return known
  const made = createTimedMemory<string, Report>({
    read: async (asked) => {
      const [supplier, country] = JSON.parse(asked) as [string | null, string | null]
      const values = { ...(supplier === null ? {} : { supplier }), ...(country === null ? {} : { country }) }
      const rows = await reportRows(core, values)
      return { at: core.clock.real(), rows }
    },
    keepMs: COUNTED_FOR_MS,
    max: MAX_REPORTS,
  })
  kept.set(core, made)
  return made
}

builder.queryField('catalogueReport', (t) =>
  t.field({
    type: ReportRef,
    description: 'What `catalogue report` counts; seconds for millions of listings, and then kept for half a minute.',
    ...only('viewer'),
    args: { supplier: t.arg.string({}), country: t.arg.string({}) },
    resolve: async (_root, { supplier, country }, { core }) => {
      try {
        return await reportsOf(core).get(JSON.stringify([supplier ?? null, country ?? null]))
      } catch (error) {
        if (error instanceof UsageError) throw refusal('BAD_INPUT', error.message)
        throw error
      }
    },
  }),
)
