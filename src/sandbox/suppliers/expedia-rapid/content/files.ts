import type { ContentFault } from '../../../../domain/sandbox-faults.ts'
import { DAY_MS, toRfc3339 } from '../../../../domain/time.ts'
import { dayOf } from '../../../content/life.ts'
import { FAULTS_OF } from '../../content/content-faults.ts'
import { rowId, supplySourceOf } from '../../content/supply.ts'
import type { SandboxCall, SandboxDeps, SandboxFile, SandboxReply, SandboxRequest } from '../../exchange.ts'
import { invalidInput, reply } from '../reply.ts'
import { CATALOG_FIELDS, viewOf } from './describe.ts'
import { originOf } from './pages.ts'
import { languageFaults, sourceFaults } from './query.ts'
import { CONTENT_LINK_LIFE_MS, openToken, sealToken } from './token.ts'

export type FileKind = 'content' | 'catalog'

/** `GET /v3/files/properties/content` and `…/catalog`: a link to the file, which needs no further credentials. */
export function fileLink(
  deps: SandboxDeps,
  kind: FileKind,
  { query, headers }: Pick<SandboxRequest, 'query' | 'headers'>,
): SandboxReply {
  const faults = [...languageFaults(query), ...sourceFaults(query)]
  if (faults.length > 0) return invalidInput(deps, faults)
  const now = deps.clock.now()
  const expiresAt = now + CONTENT_LINK_LIFE_MS
  const [language, source] = [query.get('language') ?? '', query.get('supply_source') ?? '']
  const token = sealToken('file', null, [deps.organizationId, expiresAt, dayOf(now), kind, language, source])
  return reply(deps, 200, {
    method: 'GET',
    href: `${originOf({ headers })}/files/${language}.${source}.${kind}.jsonl.gz?token=${token}`,
    expires: toRfc3339(expiresAt),
  })
}

const FILE_PATH = /^\/files\/[\w.-]+\.jsonl\.gz$/

/** A call for a file: it is signed by its link, so it is opened before credentials are looked at. Null for any other request. */
export function openFile(deps: SandboxDeps, { method, path, query }: SandboxRequest): SandboxCall | null {
  if (method !== 'GET' || !FILE_PATH.test(path)) return null
  const [organizationId, ...facts] = openToken('file', query.get('token'), 0) ?? [null]
  const owner = typeof organizationId === 'string' ? organizationId : null
  return {
    operation: 'content',
    faults: FAULTS_OF.file,
    organizationId: owner,
    answer: (fault) => sendFile(deps, { facts, now: deps.timeOf(owner).now() }, fault),
  }
}

function sendFile(
  deps: SandboxDeps,
  { facts, now }: { readonly facts: readonly unknown[]; readonly now: number },
  fault?: ContentFault,
): SandboxReply {
  const [expiresAt, day, kind, language, source] = facts
  if (fault === 'link_expired' || typeof expiresAt !== 'number' || now >= expiresAt)
    return { status: 403, headers: {}, body: { message: 'Request has expired' } }
  const asked = {
    day: Number(day),
    kind: kind === 'catalog' ? 'catalog' : 'content',
    language: String(language),
    source: String(source),
  } as const
  return { status: 200, headers: {}, file: fileOf(deps, asked) }
}

type AskedFile = {
  readonly day: number
  readonly kind: FileKind
  readonly language: string
  readonly source: string
}

export function fileOf(
  deps: Pick<SandboxDeps, 'supply' | 'catalogue'>,
  { day, kind, language, source }: AskedFile,
): SandboxFile {
  const supply = deps.supply()
  const rows = supply.listed('expedia_rapid', day).filter(({ listed }) => supplySourceOf(supply, listed) === source)
  return {
    name: `rapid-${supply.world.seed}-${supply.copies}-${kind}-${language}-${source}-${day}`,
    packing: 'gzip',
    madeAt: day * DAY_MS,
    rowCount: rows.length * supply.copies,
    isSmall: supply.copies === 1,
    rows: function* () {
      for (const original of rows) {
        const view = viewOf(deps, { row: original, day, language })
        const shown = kind === 'catalog' ? catalogOf(view) : view
        for (let copy = 0; copy < supply.copies; copy += 1)
          yield JSON.stringify(copy === 0 ? shown : { ...shown, property_id: rowId({ ...original, copy }) })
      }
    },
  }
}

function catalogOf(view: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'property_id' || CATALOG_FIELDS.includes(name)),
  )
}
