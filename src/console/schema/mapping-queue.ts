import { toRfc3339 } from '../../domain/time.ts'
import { filterOfPlace } from '../../operations/mapping/place-filter.ts'
import { asFacts, REVIEW_REASONS } from '../../operations/mapping/proposal.ts'
import type { QueuedReview, QueueFilter } from '../../store/mapping-queue.ts'
import type { ConsoleContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { Facts, nameOf } from './mapping-parts.ts'
import { PAGE, type Page, pageSize } from './page.ts'

/** Parts of the scores that a question can have. */
const BANDS = {
  LIKELY: { least: 0.75, below: 2 },
  UNSURE: { least: 0.5, below: 0.75 },
  UNLIKELY: { least: 0, below: 0.5 },
} as const

const MappingQuestion = builder.objectRef<QueuedReview>('MappingQuestion').implement({
  description: 'A listing that may be a hotel: a person has to say.',
  fields: (t) => ({
    listing: t.id({ description: '`SUPPLIER/ID`', resolve: nameOf }),
    supplierCode: t.exposeString('supplierCode'),
    why: t.exposeString('why', { description: `What is asked: ${REVIEW_REASONS.join(', ')}` }),
    hotelId: t.exposeInt('hotelId', { nullable: true }),
    score: t.exposeFloat('score', { nullable: true }),
    value: t.int({
      nullable: true,
      description: 'How bookable the hotel is; null: unknown.',
      resolve: ({ weight }) => (weight < 0 ? null : weight),
    }),
    listingFacts: t.field({ type: Facts, resolve: ({ listing }) => asFacts(listing) }),
    hotelFacts: t.field({ type: Facts, nullable: true, resolve: ({ hotel }) => hotel && asFacts(hotel) }),
    others: t.int({
      description: 'How many further hotels are likely.',
      resolve: ({ candidates }) => Math.max(0, candidates.length - 1),
    }),
    since: t.field({ type: 'DateTime', resolve: ({ at }) => toRfc3339(at) }),
  }),
})

const MappingQueue = builder.objectRef<Page<QueuedReview>>('MappingQueue').implement({
  fields: (t) => ({
    items: t.field({ type: [MappingQuestion], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true }),
  }),
})

builder.queryField('mappingQueue', (t) =>
  t.field({
    type: MappingQueue,
    description: 'What `mapping review` shows: the most bookable hotels first, then the likeliest.',
    ...only('viewer'),
    args: {
      supplier: t.arg.string({}),
      country: t.arg.string({ description: 'Of the listing: two letters.' }),
      place: t.arg.int({ description: 'The id of a place of the catalogue: what is around it.' }),
      why: t.arg.string({}),
      band: t.arg.string({ description: Object.keys(BANDS).join(', ') }),
      ...PAGE,
    },
    resolve: async (_root, { after, first, ...asked }, context) => {
      const size = pageSize(first)
      const filter = { ...(await filterOf(context, asked)), after: after ? cursorOf(after) : null }
      const items = await context.core.store.mappingQueue.queue(filter, size + 1)
      const shown = items.slice(0, size)
      const last = shown.at(-1)
      return { items: shown, next: items.length > size && last ? printed(last) : null }
    },
  }),
)

builder.queryField('mappingQueueSize', (t) =>
  t.int({
    description: 'How many questions wait, of all suppliers and places.',
    ...only('viewer'),
    resolve: (_root, _args, { core }) => core.store.mappingQueue.countQueue(),
  }),
)

type Asked = {
  readonly supplier?: string | null | undefined
  readonly country?: string | null | undefined
  readonly place?: number | null | undefined
  readonly why?: string | null | undefined
  readonly band?: string | null | undefined
}

async function filterOf(
  { core }: ConsoleContext,
  { supplier, country, place, why, band }: Asked,
): Promise<QueueFilter> {
  const around = place == null ? null : await core.deps.catalogue.place(place)
  if (place != null && !around) throw refusal('BAD_INPUT', `There is no place ${place}.`, { field: 'place' })
  const placed = filterOfPlace(around)
  return {
    supplierCode: supplier ?? null,
    countryCode: country?.toUpperCase() ?? placed.countryCode,
    cells: placed.cells,
    why: why ?? null,
    score: bandOf(band),
  }
}

function bandOf(band: string | null | undefined): NonNullable<QueueFilter['score']> | null {
  if (band == null) return null
  const [, found] = Object.entries(BANDS).find(([name]) => name === band) ?? []
  if (!found) throw refusal('BAD_INPUT', `band is ${Object.keys(BANDS).join(', ')}`, { field: 'band' })
  return found
}

function printed({ weight, score, listingId }: QueuedReview): string {
  return `${weight}_${score ?? ''}_${listingId}`
}

function cursorOf(after: string): NonNullable<QueueFilter['after']> {
  const [, weight = '', score = '', listingId = ''] = /^(-?\d{1,9})_(\d(?:\.\d{1,20})?|)_(\d{1,9})$/.exec(after) ?? []
  if (listingId === '') throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return { weight: Number(weight), score: score === '' ? null : Number(score), listingId: Number(listingId) }
}
