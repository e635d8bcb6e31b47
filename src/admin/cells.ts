import { randomUUID } from 'node:crypto'
import type { Core } from '../core.ts'
import type { MoveMoment } from '../operations/bookings/machinery/kill-points.ts'
import { createSeals } from '../operations/operator/key-material/sealed-places.ts'
import { callMoveOff, finishMove } from '../operations/operator/moving/end-move.ts'
import { moveOrganization } from '../operations/operator/moving/move-organization.ts'
import { createReseal } from '../operations/operator/moving/reseal-rows.ts'
import { createAreSame } from '../operations/operator/moving/same-credentials.ts'
import { toMasterKeys } from '../platform/master-key.ts'
import { directoryLines, numberCell, readCellNumber } from '../store/moves/cell-number.ts'
import type { CellSession } from '../store/moves/moving-rows.ts'
import { openCell } from '../store/moves/open-cell.ts'
import { type Command, optionalText, text, UsageError, type Values, type WorkCommand, wholeNumber } from './command.ts'
import { io } from './io.ts'

/** How long what is under way may take, by default: longer than a booking's call. */
const DRAIN_SECONDS = 60
const HIGHEST_NUMBER = 63

function ownUrl({ config }: Core): string {
  const url = config.database.directUrl ?? config.databaseUrl
  if (url === null) throw new UsageError('set DATABASE_URL: an embedded database is no cell')
  return url
}

/** What is told of a database: never its user or password. */
function peerOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function withCell<T>(url: string, work: (session: CellSession) => Promise<T>): Promise<T> {
  const session = await openCell(url)
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

const init: WorkCommand = {
  noun: 'cell',
  verb: 'init',
  summary:
    'gives this database the number of its cell, by which rows of all cells differ; once, before organizations move',
  usage: '--number 3 [--above POSITION: what `cell init` of the first cell has printed]',
  options: { number: { type: 'string' }, above: { type: 'string' } },
  required: ['number'],
  subjectOf: (values) => `cell ${text(values, 'number')}`,
  work: async (core, values) => {
    const number = Number(text(values, 'number'))
    if (!Number.isInteger(number) || number < 0 || number > HIGHEST_NUMBER)
      throw new UsageError(`--number is 0 to ${HIGHEST_NUMBER}`)
    const above = optionalText(values, 'above') ?? '0'
    if (!/^\d{1,18}$/.test(above)) throw new UsageError('--above is a whole number')
    if (number > 0 && above === '0')
      throw new UsageError('--above is what `cell init --number 0` of the first cell has printed')
    return withCell(ownUrl(core), async (session) => {
      const known = await readCellNumber(session)
      if (known.number !== null) throw new UsageError(`this is cell ${known.number} already`)
      const first = await numberCell(session, { number, above: BigInt(above) })
      return [{ number, first: String(first) }]
    })
  },
}

const directory: Command = {
  noun: 'cell',
  verb: 'directory',
  summary: 'prints the lines of HAProxy’s map from keys, by their SHA-256, to the backend of this cell',
  usage: '--backend cell_3 [--organization org_acme: its lines alone, to be at hand when it moves to that cell]',
  options: { backend: { type: 'string' }, organization: { type: 'string' } },
  required: ['backend'],
  show: (rows) => rows.map(({ line }) => String(line)).join('\n'),
  run: (core, values) => {
    const backend = text(values, 'backend')
    if (!/^[A-Za-z0-9_.:-]{1,64}$/.test(backend)) throw new UsageError('--backend is a name as HAProxy takes it')
    const organizationId = optionalText(values, 'organization')
    return withCell(ownUrl(core), async (session) =>
      (await directoryLines(session, backend, organizationId)).map((line) => ({ line })),
    )
  },
}

const move: WorkCommand = {
  noun: 'organization',
  verb: 'move',
  summary:
    'moves an organization to another cell while it works, with a short pause of its writes; run it again if it is cut off; then --finish',
  usage: '--id org_acme --to env:TARGET_DATABASE_URL [--drain-seconds 60] | --call-off --to … | --finish',
  options: {
    id: { type: 'string' },
    to: { type: 'string' },
    'drain-seconds': { type: 'string' },
    'call-off': { type: 'boolean' },
    finish: { type: 'boolean' },
  },
  required: ['id'],
  secrets: ['to'],
  subjectOf: (values) => text(values, 'id'),
  work: (core, values, actor) => withCell(ownUrl(core), (source) => workOn(core, source, { values, actor })),
}

async function workOn(
  core: Core,
  source: CellSession,
  { values, actor }: { readonly values: Values; readonly actor: string },
) {
  const organizationId = text(values, 'id')
  function reach(moment: MoveMoment): void {
    core.deps.killPoint(`move:${moment}`)
  }
  if (values['finish'] === true) return [rowOf(await finishMove({ source, organizationId }, reach))]
  const url = text(values, 'to')
  if (!URL.canParse(url)) throw new UsageError('--to is the URL of the target cell’s Postgres')
  return withCell(url, async (target) => {
    const cells = { source, target, organizationId }
    if (values['call-off'] === true) return [rowOf(await callMoveOff(cells, reach))]
    await refuseEqualCells(source, target)
    const keys = targetKeys(core)
    await refuseUnknownKey(target, keys.sealing.id)
    const theirs = createSeals(keys)
    const moved = await moveOrganization(cells, {
      reseal: createReseal(core.seals, theirs),
      areSame: createAreSame(core.seals, theirs),
      peers: { source: peerOf(ownUrl(core)), target: peerOf(url) },
      drainMs: (wholeNumber(values, 'drain-seconds') ?? DRAIN_SECONDS) * 1_000,
      newMoveId: randomUUID,
      actor,
      reach: (moment) => {
        console.error(`${new Date(core.clock.real()).toISOString()} ${organizationId} ${moment}`)
        reach(moment)
      },
    })
    return [rowOf(moved)]
  })
}

/** The target's master key is `TARGET_MASTER_KEY`, or this cell's. */
function targetKeys(core: Core) {
  const given = io().env['TARGET_MASTER_KEY']
  if (given === undefined) return core.masterKeys
  if (!/^[0-9a-f]{64}$/i.test(given)) throw new UsageError('TARGET_MASTER_KEY must be 64 hexadecimal digits')
  return toMasterKeys(Buffer.from(given, 'hex'), null)
}

async function refuseUnknownKey(target: CellSession, keyId: string): Promise<void> {
  const { rows } = await target.query('SELECT FROM key_material WHERE id = $1 AND retired_at IS NULL', [keyId])
  if (rows.length === 0) throw new UsageError('the target’s gateways have another master key: set TARGET_MASTER_KEY')
}

async function refuseEqualCells(source: CellSession, target: CellSession): Promise<void> {
  const [ours, theirs] = [await readCellNumber(source), await readCellNumber(target)]
  if (ours.number === null || theirs.number === null) throw new UsageError('both databases need a number: `cell init`')
  if (ours.number === theirs.number) throw new UsageError(`both databases are cell ${ours.number}`)
}

function rowOf<T extends object>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
) {
  if (!result.ok) throw new UsageError(result.error)
  return { ...result.value }
}

export const CELL_COMMANDS: readonly Command[] = [move, init, directory]
