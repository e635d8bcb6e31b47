import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { readConfig } from '../src/config.ts'
import { type Core, createCore } from '../src/core.ts'
import { chooseCandidates, toBlocked } from '../src/mapping/candidates.ts'
import type { HotelFacts } from '../src/mapping/hotel-facts.ts'
import { MIGRATIONS } from '../src/open-database.ts'
import { importCatalogueLines, type NumberedLine } from '../src/operations/catalogue/import-catalogue.ts'
import { stageListings } from '../src/operations/catalogue/stage-listings.ts'
import { regionOf } from '../src/operations/mapping/judge-due.ts'
import { createLogger } from '../src/platform/logger.ts'
import { migrate } from '../src/platform/migrate.ts'
import { catalogueLines } from './make-catalogue.ts'
import { type MadeCity, type MadeHotel, madeListing } from './mapping-listings.ts'
import { ADMIN_URL, MASTER_KEY, query, urlOf } from './process.ts'
import { sized } from './size.ts'
import { watch } from './watch.ts'

const DATABASE = 'hdg_bench_mapping'
const DATABASE_URL = urlOf(DATABASE)

/** `MAPPING_HOTELS`, `MAPPING_LISTINGS`: other sizes. */
const HOTELS = Number(process.env['MAPPING_HOTELS'] ?? sized(1_000_000, 1_000))
const LISTINGS = Number(process.env['MAPPING_LISTINGS'] ?? sized(200_000, 200))
const CHANGED_PERCENT = 1
/** Listings whose candidates are looked at. */
const SAMPLED = sized(2_000, 50)
const STAGED_TOGETHER = 500

/** `MAPPING_PROFILE=DIR`: what each process of the command did, for Chrome's profiler. */
const PROFILE = process.env['MAPPING_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['MAPPING_PROFILE']}`] : []

type Progress = (line: string) => void
type Row = Readonly<Record<string, unknown>>

/**
 * A catalogue of made hotels, a supplier's listings of some of them, and the commands of an operator: how long, how much memory, how many
 * candidates, and whether the right hotel is among them.
 */
export async function benchMappingScale(progress: Progress): Promise<readonly object[]> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  await migrate(DATABASE_URL, MIGRATIONS)
  const core = await openCore()
  try {
    const rows: Row[] = [await importHotels(core, progress), await stage(core, progress)]
    await query(DATABASE_URL, 'VACUUM ANALYZE')
    rows.push(await propose('propose: all new', progress), await mappedRow(core))
    await query(DATABASE_URL, 'VACUUM ANALYZE')
    rows.push(await propose('propose: nothing changed', progress))
    await change(core)
    rows.push(await propose(`propose: ${CHANGED_PERCENT} % changed`, progress))
    rows.push(await propose('propose --all', progress, '--all'))
    return [...rows, await candidates(core)]
  } finally {
    await core.close()
    await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  }
}

async function openCore(): Promise<Core> {
  const config = readConfig({ DATABASE_URL, MASTER_KEY })
  if (!('port' in config)) throw new Error('these are no settings')
  return createCore({ config, log: createLogger('silent'), databaseUrl: DATABASE_URL, ownSandboxUrls: () => null })
}

async function timed(name: string, count: number, work: () => Promise<unknown>): Promise<Row> {
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  return { case: name, seconds: Number(seconds.toFixed(1)), perSecond: Math.round(count / seconds) }
}

/** Its hotels with telephones, and no supplier's listing of them. */
async function* hotelLines(progress: Progress): AsyncGenerator<NumberedLine> {
  let number = 0
  for (const line of catalogueLines(HOTELS)) {
    number += 1
    if (number % 10_000 === 0) progress(`${number.toLocaleString('en')} lines imported`)
    if (!line.startsWith('{"type":"hotel"')) yield { number, text: line }
    else
      yield {
        number,
        text: JSON.stringify({ ...(JSON.parse(line) as MadeHotel), phone: phoneOf(line), suppliers: [] }),
      }
  }
}

function phoneOf(line: string): string {
  const { id } = JSON.parse(line) as MadeHotel
  return `+44 20 ${String(id).padStart(8, '3')}`
}

function importHotels({ deps }: Core, progress: Progress): Promise<Row> {
  return timed(`catalogue import: ${HOTELS.toLocaleString('en')} hotels`, HOTELS, () =>
    importCatalogueLines(deps, hotelLines(progress), {
      skip: 0,
      onlySupplier: null,
      runId: 0,
      onBadLine: ({ faults }) => {
        throw new Error(faults.join('; '))
      },
      onBatch: async () => undefined,
    }),
  )
}

/** Each so-manieth hotel has a listing; the listings of some others are of houses that the catalogue lacks. */
function stage({ store }: Core, progress: Progress): Promise<Row> {
  return timed(`staged: ${LISTINGS.toLocaleString('en')} listings`, LISTINGS, async () => {
    const every = HOTELS / LISTINGS
    const cities = new Map<number, MadeCity>()
    let index = 0
    let batch: ReturnType<typeof madeListing>[] = []
    for (const line of catalogueLines(HOTELS)) {
      if (line.startsWith('{"type":"place"')) enterCity(cities, line)
      if (!line.startsWith('{"type":"hotel"')) continue
      index += 1
      if (Math.floor(index / every) === Math.floor((index - 1) / every)) continue
      const hotel = JSON.parse(line) as MadeHotel
      batch.push(madeListing({ ...hotel, phone: phoneOf(line) }, cities.get(hotel.place_id) ?? NOWHERE))
      if (batch.length < STAGED_TOGETHER) continue
      await stageListings(store, batch, { runId: 0 })
      progress(`${index.toLocaleString('en')} hotels listed`)
      batch = []
    }
    await stageListings(store, batch, { runId: 0 })
  })
}

const NOWHERE: MadeCity = { city: null, countryCode: null }

function enterCity(cities: Map<number, MadeCity>, line: string): void {
  const place = JSON.parse(line) as { id: number; names: { en: string }; country_code: string }
  cities.set(place.id, { city: place.names.en, countryCode: place.country_code })
}

/** The command as an operator runs it, in a process of its own. */
async function propose(name: string, progress: Progress, ...wishes: readonly string[]): Promise<Row> {
  progress(name)
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=DeprecationWarning',
      ...PROFILE,
      '--max-semi-space-size=8',
      '--max-old-space-size=256',
      'src/admin/main.ts',
      'mapping',
      'propose',
      '--json',
      ...wishes,
    ],
    { env: { ...process.env, DATABASE_URL, MASTER_KEY, REDIS_URL: '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const { peakMb, cpuSeconds } = await watch(child.pid ?? 0, ended)
  const [stdout, stderr] = await said
  if ((await ended) !== 0) throw new Error(`mapping propose failed: ${stderr.slice(-2_000)}`)
  const counts = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { verdict: string; reason: string; listings: number })
  return {
    case: name,
    seconds: Number(((performance.now() - startedAt) / 1_000).toFixed(1)),
    cpuSeconds,
    peakMb,
    result: counts.map(({ verdict, reason, listings }) => `${verdict} ${reason} ${listings}`).join(', ') || 'none',
  }
}

/** Ids tell whose a made listing is: how many were mapped to that hotel, and how many to another. */
async function mappedRow(_core: Core): Promise<Row> {
  const [found] = await query(
    DATABASE_URL,
    `SELECT count(*) FILTER (WHERE supplier_hotel_id = 'H' || hotel_id)::int AS "autoRight",
       count(*) FILTER (WHERE supplier_hotel_id <> 'H' || hotel_id)::int AS "autoWrong",
       (SELECT count(*)::int FROM listings WHERE supplier_hotel_id LIKE 'H%') AS "trulyListed"
     FROM supplier_hotels WHERE decided_by = 'ENGINE'`,
  )
  return { case: 'mapped', ...found }
}

async function change({ store }: Core): Promise<void> {
  await query(
    DATABASE_URL,
    `UPDATE hotels SET phone = phone || '0', updated_at = gateway_now() WHERE id % ${100 / CHANGED_PERCENT} = 0`,
  )
  const rows = await query(DATABASE_URL, `SELECT content FROM listings WHERE id % ${100 / CHANGED_PERCENT} = 0`)
  const changed = rows.map(({ content }) => ({ ...content, phones: [{ number: '+44 161 555 0100', kind: 'HOTEL' }] }))
  for (let from = 0; from < changed.length; from += STAGED_TOGETHER)
    await stageListings(store, changed.slice(from, from + STAGED_TOGETHER), { runId: 1 })
}

/** Of some listings: how many candidates they have, and how often the true hotel is among them. */
async function candidates({ store }: Core): Promise<Row> {
  const rows = await query(
    DATABASE_URL,
    `SELECT substr(supplier_hotel_id, 2)::int AS hotel_id, facts FROM listings
     WHERE supplier_hotel_id LIKE 'H%' AND id % ${Math.max(1, Math.floor(LISTINGS / SAMPLED))} = 0`,
  )
  let found = 0
  let judged = 0
  const startedAt = performance.now()
  for (const row of rows) {
    const listing = toBlocked(0, row['facts'] as HotelFacts)
    const { chosen } = chooseCandidates(listing, await regionOf({ store }, [listing]))
    judged += chosen.length
    if (chosen.some(({ id }) => id === row['hotel_id'])) found += 1
  }
  return {
    case: 'candidates',
    listings: rows.length,
    perListing: Number((judged / rows.length).toFixed(1)),
    trueAmongThem: Number((found / rows.length).toFixed(4)),
    msPerListing: Number(((performance.now() - startedAt) / rows.length).toFixed(1)),
  }
}
