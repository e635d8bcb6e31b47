import type { Core } from '../core.ts'
import { recomputeRanking } from '../hotel-index/recompute-ranking.ts'
import { createHotels, type PlacelessGroup } from '../operations/mapping/create-hotels.ts'
import { followListings } from '../operations/mapping/follow-listings.ts'
import { filterOfPlace } from '../operations/mapping/place-filter.ts'
import { type ProposeOptions, proposeMappings } from '../operations/mapping/propose.ts'
import { createTally } from '../operations/mapping/tally.ts'
import { type Command, ItemError, optionalText, UsageError, type Values, wholeNumber } from './command.ts'
import { note } from './io.ts'
import { supplierOf } from './listing-argument.ts'
import { clearBar, createProgress } from './progress.ts'

export const proposeCommand: Command = {
  noun: 'mapping',
  verb: 'propose',
  summary:
    'judges staged listings that are new or changed against the catalogue, maps those that are certain, and queues the others for review',
  usage: '[--supplier CODE] [--place ID] [--all] [--create] [--dry-run]',
  options: {
    supplier: { type: 'string' },
    place: { type: 'string' },
    all: { type: 'boolean' },
    create: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  required: [],
  isLineByLine: true,
  subjectOf: (values) =>
    values['dry-run'] === true ? 'dry run' : (optionalText(values, 'supplier') ?? 'all suppliers'),
  work: async (core, values, actor) => {
    const isDryRun = values['dry-run'] === true
    if (isDryRun && values['create'] === true) throw new UsageError('--create writes, and --dry-run does not')
    const options = { ...(await optionsOf(core, values)), isDryRun }
    const runId = await core.store.catalogueRuns.begin({
      kind: 'PROPOSE',
      source: isDryRun ? 'dry run' : 'staged listings',
      supplierCode: options.filter.supplierCode,
      actor,
    })
    const rows: object[] = [...(await proposeMappings(core.deps, options))]
    if (values['create'] === true) rows.push(...(await create(core, options)))
    if (!isDryRun) await followListings(core.deps, { onProgress: options.onProgress })
    clearBar()
    await core.store.catalogueRuns.end(runId, { counts: { rows }, faults: [] })
    return rows.map((row) => ({ ...row }))
  },
}

async function optionsOf({ deps }: Core, values: Values): Promise<Omit<ProposeOptions, 'isDryRun'>> {
  const supplier = optionalText(values, 'supplier')
  const placeId = wholeNumber(values, 'place')
  const place = placeId === null ? null : await deps.catalogue.place(placeId)
  if (placeId !== null && !place) throw new ItemError(`no place ${placeId}`)
  return {
    filter: { supplierCode: supplier === null ? null : supplierOf(supplier), ...filterOfPlace(place) },
    all: values['all'] === true,
    onProgress: createProgress(),
  }
}

/** Each round makes those that waited for the hotels of the round before; a listing is mapped or asked about after two or three. */
const MAX_ROUNDS = 10

/** Makes the missing hotels, then judges what may be one of them as well. */
async function create({ deps }: Core, options: Omit<ProposeOptions, 'isDryRun'>): Promise<object[]> {
  const made = { hotels: 0, listings: 0 }
  const tally = createTally()
  let placeless: readonly PlacelessGroup[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const created = await createHotels(deps, options.onProgress)
    placeless = created.placeless
    if (created.hotels === 0) break
    made.hotels += created.hotels
    made.listings += created.listings
    for (const { verdict, reason, listings } of await proposeMappings(deps, {
      ...options,
      all: false,
      isDryRun: false,
    }))
      tally.add(verdict, reason, listings)
  }
  tellPlaceless(placeless)
  if (made.hotels === 0) return []
  await recomputeRanking(deps, {
    onProgress: (count) => options.onProgress(0, 1, `ranking ${count.toLocaleString('en')} hotels`),
  })
  return [{ verdict: 'AUTO', reason: 'NEW_HOTEL', ...made }, ...tally.rows()]
}

/** At most so many listings are named. */
const MAX_NAMED = 10

/** Says which listings wait, and what would help. */
function tellPlaceless(placeless: readonly PlacelessGroup[]): void {
  const byReason = Map.groupBy(placeless, ({ reason }) => reason)
  const pointless = byReason.get('NO_POINT') ?? []
  if (pointless.length > 0)
    note(`${pointless.length} hotels were not made: no listing of them tells a point (${namesOf(pointless)})`)
  for (const [code, groups] of Map.groupBy(byReason.get('NO_PLACE') ?? [], ({ countryCode }) => countryCode)) {
    const where = code === null ? 'no country is told' : `there is no city of ${code} within 60 km`
    const advice = code === null ? '' : `; \`catalogue places --country ${code}\` adds some`
    note(`${groups.length} hotels were not made: ${where} (${namesOf(groups)})${advice}`)
  }
}

function namesOf(groups: readonly PlacelessGroup[]): string {
  const listings = groups.flatMap((group) => group.listings[0] ?? [])
  return listings.slice(0, MAX_NAMED).join(', ') + (listings.length > MAX_NAMED ? ', …' : '')
}
