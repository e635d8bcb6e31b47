import type { Core } from '../core.ts'
import { HOTEL_VERIFICATIONS } from '../domain/mapping.ts'
import { toRfc3339 } from '../domain/time.ts'
import { type Explanation, explainListing, explainPair } from '../operations/mapping/explain.ts'
import { syncHotels } from '../operations/mapping/sync-hotels.ts'
import { type Command, ItemError, optionalText, type Rows, UsageError, type Values, wholeNumber } from './command.ts'
import { note } from './io.ts'
import { hotelIdOf, listingOf, supplierOf } from './listing-argument.ts'
import { showExplained, showReviews } from './mapping-text.ts'

const MAX_LISTED = 100_000
const LISTED = 1_000
const REVIEWED = 20

function supplierIn(values: Values): string | null {
  const given = optionalText(values, 'supplier')
  return given === null ? null : supplierOf(given)
}

function limitOf(values: Values, usual: number): number {
  return Math.min(MAX_LISTED, wholeNumber(values, 'limit') ?? usual)
}

const review: Command = {
  noun: 'mapping',
  verb: 'review',
  summary:
    'shows what a person has to decide, the most bookable hotels first: both descriptions, and what speaks for and against',
  usage: '[--supplier CODE] [--limit 20]',
  options: { supplier: { type: 'string' }, limit: { type: 'string' } },
  required: [],
  isLineByLine: true,
  show: showReviews,
  run: async ({ store }, values) => {
    const reviews = await store.mappingQueue.queue({ supplierCode: supplierIn(values) }, limitOf(values, REVIEWED))
    const all = await store.mappingQueue.countQueue()
    if (all > reviews.length) note(`${reviews.length} of ${all} questions`)
    return reviews.map(
      ({ at, listingId: _, weight: __, supplierCode, supplierHotelId, candidates, listing, hotel, ...one }) => ({
        listing: `${supplierCode}/${supplierHotelId}`,
        ...one,
        listingFacts: listing,
        hotelFacts: hotel,
        evidence: candidates[0]?.evidence ?? [],
        others: candidates.slice(1).map(({ hotelId, score }) => ({ hotelId, score })),
        since: toRfc3339(at),
      }),
    )
  },
}

const STATUSES = [...HOTEL_VERIFICATIONS, 'REVIEW', 'NEW', 'UNMAPPED'] as const

const list: Command = {
  noun: 'mapping',
  verb: 'list',
  summary:
    'lists mappings; with --history every version of them; with --bookings what was sold from a listing and is not yet stayed',
  usage:
    '[--hotel 551] [--supplier CODE] [--listing SUPPLIER/ID] [--status VERIFIED|PENDING|UNVERIFIED|REVIEW|NEW|UNMAPPED] [--history] [--bookings SUPPLIER/ID] [--limit 1000]',
  options: {
    hotel: { type: 'string' },
    supplier: { type: 'string' },
    listing: { type: 'string' },
    status: { type: 'string' },
    history: { type: 'boolean' },
    bookings: { type: 'string' },
    limit: { type: 'string' },
  },
  required: [],
  isLineByLine: true,
  run: async ({ store }, values) => {
    if (values['bookings'] !== undefined) return store.mappingQueue.futureBookings(listingOf(values, 'bookings'))
    const listing = values['listing'] === undefined ? null : listingOf(values)
    const status = optionalText(values, 'status')
    const verification = HOTEL_VERIFICATIONS.find((one) => one === status) ?? null
    if (status !== null && !STATUSES.some((one) => one === status))
      throw new UsageError(`--status is one of ${STATUSES.join(', ')}`)
    const supplierCode = listing?.supplierCode ?? supplierIn(values)
    const limit = limitOf(values, LISTED)
    const filter = {
      hotelId: values['hotel'] === undefined ? null : hotelIdOf(values),
      supplierCode,
      supplierHotelId: listing?.supplierHotelId ?? null,
      verification,
      limit,
    }
    if (values['history'] === true)
      return (await store.mappings.history(filter)).map(({ at, ...one }) => ({ at: toRfc3339(at), ...one }))
    if (status !== null && verification === null) return store.mappingQueue.unmapped({ supplierCode, status, limit })
    return store.mappings.list(filter)
  },
}

const explain: Command = {
  noun: 'mapping',
  verb: 'explain',
  summary:
    'says what the judge makes of a listing and a hotel now, with every piece of evidence; without HOTEL the best five',
  usage: 'SUPPLIER/ID [HOTEL]',
  options: {},
  positionals: ['listing', 'hotel'],
  required: ['listing'],
  isLineByLine: true,
  show: showExplained,
  run: async (core, values) => {
    const listing = listingOf(values)
    await syncHotels(core.deps)
    const explained =
      values['hotel'] === undefined
        ? await explainListing(core.deps, listing)
        : await explainPair(core.deps, listing, hotelIdOf(values))
    if (!explained) throw new ItemError(await missing(core, values))
    await tellAround(core, values, explained)
    return explained.verdicts.map(({ hotelId, against, verdict, score, evidence }) => ({
      hotelId,
      against,
      verdict,
      score,
      evidence,
    })) satisfies Rows
  },
}

async function missing({ store }: Core, values: Values): Promise<string> {
  const listing = listingOf(values)
  const { supplierCode, supplierHotelId } = listing
  return (await store.listings.has(listing))
    ? `no hotel ${String(values['hotel'])}`
    : `no staged listing ${supplierCode}/${supplierHotelId}: catalogue import brings listings`
}

/** What is decided already, and who was looked at. */
async function tellAround({ store }: Core, values: Values, { verdicts, looked }: Explanation): Promise<void> {
  const listing = listingOf(values)
  const [mapping, last, rejections] = await Promise.all([
    store.mappings.find(listing),
    store.mappings.lastVersion(listing),
    store.mappings.rejections(listing),
  ])
  const by = last ? ` by ${last.actor}: ${last.reason}` : ' as it was imported'
  note(mapping ? `mapped to hotel ${mapping.hotelId}, ${mapping.verification}${by}` : 'mapped to no hotel')
  for (const { hotelId, actor } of rejections) note(`${actor} has rejected hotel ${hotelId}`)
  if (looked)
    note(
      `${looked.near} hotels are near, ${looked.byKey} share a telephone, a house or words of the name; ${looked.judged} were judged (the nearest, then the likeliest), ${verdicts.length} are shown`,
    )
}

export const MAPPING_READS: readonly Command[] = [review, list, explain]
