import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toRfc3339 } from '../../../../domain/time.ts'
import { type Day, dateOf, dayOf } from '../../../content/life.ts'
import { FAULTS_OF } from '../../content/content-faults.ts'
import { type Row, rowId, type Supply } from '../../content/supply.ts'
import { SANDBOX_CREDENTIALS } from '../../credentials.ts'
import type { SandboxCall, SandboxDeps, SandboxFile, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { fieldsOf } from '../../json-body.ts'
import { createTokenSeal } from '../../stock/token.ts'
import { done, invalidParams, refused } from '../reply.ts'
import { type Closed, hotelView } from './hotel-view.ts'
import { regionRows } from './regions.ts'
import { LANGUAGES } from './vocabulary.ts'

type DumpKind = 'whole' | 'increment' | 'regions'

const { sealToken, openToken } = createTokenSeal<'dump'>(SANDBOX_CREDENTIALS.ratehawk.apiKey)

const LINK_LIFE_MS = HOUR_MS
/** A day's dumps are made in the first minute of the day. */
const MADE_AFTER_MS = MINUTE_MS

const INVENTORIES: Readonly<Record<DumpKind, readonly string[]>> = {
  whole: ['all', 'direct', 'direct_fast', 'direct_fast_extended', 'preferable', 'top'],
  increment: ['all', 'direct', 'direct_fast', 'direct_fast_extended', 'preferable'],
  regions: [],
}

const NAMES: Readonly<Record<DumpKind, string>> = {
  whole: 'partner_feed_v3',
  increment: 'partner_feed_incremental_v3',
  regions: 'regions_dump',
}

/** `POST /hotel/info/dump/`, `…/incremental_dump/` and `/hotel/region/dump/`: a link to the day's file. */
export function dumpLink(
  deps: SandboxDeps,
  kind: DumpKind,
  { raw, request, fault }: { readonly raw: unknown; readonly request: SandboxRequest; readonly fault?: ContentFault },
): SandboxReply {
  const { language = 'en', inventory = 'all' } = fieldsOf(raw)
  if (kind !== 'regions') {
    if (typeof language !== 'string' || !LANGUAGES.has(language)) return invalidParams(deps, 'invalid language')
    if (typeof inventory !== 'string' || !INVENTORIES[kind].includes(inventory))
      return invalidParams(deps, 'invalid inventory')
  }
  const now = deps.clock.now()
  if (fault === 'dump_not_ready' || now % DAY_MS < MADE_AFTER_MS) return refused(deps, 'dump_not_ready')
  const day = dayOf(now)
  const token = sealToken('dump', null, [deps.organizationId, now + LINK_LIFE_MS, day, kind, language, inventory])
  const name = kind === 'regions' ? NAMES.regions : `${NAMES[kind]}_${String(language)}`
  return done(deps, {
    url: `http://${request.headers['host'] ?? '127.0.0.1'}/ratehawk/feed/${name}.jsonl.zst?token=${token}`,
    last_update: toRfc3339(day * DAY_MS + MADE_AFTER_MS),
  })
}

const FILE_PATH = /^\/feed\/[\w.-]+\.jsonl\.zst$/

/** A call for a dump's file, which its link signs; null for any other request. */
export function openDump(deps: SandboxDeps, { method, path, query }: SandboxRequest): SandboxCall | null {
  if (method !== 'GET' || !FILE_PATH.test(path)) return null
  const [organizationId, ...facts] = openToken('dump', query.get('token'), 0) ?? [null]
  const owner = typeof organizationId === 'string' ? organizationId : null
  return {
    operation: 'content',
    faults: FAULTS_OF.file,
    organizationId: owner,
    answer: (fault) => sendDump(deps, { facts, now: deps.timeOf(owner).now() }, fault),
  }
}

function sendDump(
  deps: SandboxDeps,
  { facts, now }: { readonly facts: readonly unknown[]; readonly now: number },
  fault?: ContentFault,
): SandboxReply {
  const [expiresAt, day, kind, language, inventory] = facts
  if (fault === 'link_expired' || typeof expiresAt !== 'number' || now >= expiresAt)
    return { status: 403, headers: {}, body: { error: 'AccessDenied', message: 'Request has expired' } }
  return {
    status: 200,
    headers: {},
    file: dumpOf(deps.supply(), {
      kind: kind === 'increment' || kind === 'regions' ? kind : 'whole',
      day: Number(day),
      language: String(language),
      inventory: String(inventory),
    }),
  }
}

type AskedDump = {
  readonly kind: DumpKind
  readonly day: Day
  readonly language: string
  readonly inventory: string
}

export function dumpOf(supply: Supply, { kind, day, language, inventory }: AskedDump): SandboxFile {
  const rows = kind === 'regions' ? [] : rowsOf(supply, kind, day).filter(({ row }) => isInInventory(row, inventory))
  return {
    name: `etg-${supply.world.seed}-${supply.copies}-${kind}-${language}-${inventory}-${dateOf(day)}`,
    packing: 'zstd',
    madeAt: day * DAY_MS + MADE_AFTER_MS,
    rowCount: kind === 'regions' ? 0 : rows.length * supply.copies,
    isSmall: supply.copies === 1 || kind === 'regions',
    rows: () => (kind === 'regions' ? regionRows(supply, day) : lines(supply, { rows, day, language })),
  }
}

type Told = { readonly row: Row; readonly closed: Closed }

function* lines(
  supply: Supply,
  { rows, day, language }: { readonly rows: readonly Told[]; readonly day: Day; readonly language: string },
): Iterable<string> {
  for (const { row, closed } of rows) {
    const view = hotelView(supply.describe(row, day), language, closed)
    for (let copy = 0; copy < supply.copies; copy += 1) {
      const id = rowId({ ...row, copy })
      yield JSON.stringify(copy === 0 ? view : { ...view, hid: Number(id), id: `hotel_${id}` })
    }
  }
}

/** For so many days a closed hotel stays in the whole dump, marked. */
const SHOWN_CLOSED_DAYS = 10

/** Half of the hotels that close are called closed, half are called deleted, once, by the next increment. */
export function closingOf(supply: Supply, { listed }: Row): Exclude<Closed, null> {
  return supply.world.keyOf(listed) % 2 === 0 ? 'is_closed' : 'deleted'
}

function rowsOf(supply: Supply, kind: 'whole' | 'increment', day: Day): readonly Told[] {
  const listed = supply.listed('ratehawk', day).map((row): Told => ({ row, closed: null }))
  const closed = supply.closed('ratehawk', day).map((row): Told => ({ row, closed: closingOf(supply, row) }))
  if (kind === 'increment')
    return [...listed, ...closed].filter(({ row: { life } }) => life.updatedDay === day || life.closedDay === day)
  return [
    ...listed,
    ...closed.filter((told) => told.closed === 'is_closed' && (told.row.life.closedDay ?? 0) > day - SHOWN_CLOSED_DAYS),
  ]
}

/** The smaller inventories have six of ten hotels. */
function isInInventory({ listed }: Row, inventory: string): boolean {
  return inventory === 'all' || Number(listed.supplierHotelId) % 10 < 6
}
