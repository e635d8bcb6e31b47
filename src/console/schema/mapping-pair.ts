import { toRfc3339 } from '../../domain/time.ts'
import { type Candidate, type SeenPair, seePair } from '../../operations/mapping/see-pair.ts'
import type { FutureBooking } from '../../store/mapping-queue.ts'
import type { MappingRejection, MappingVersion } from '../../store/mappings.ts'
import { builder, only } from './builder.ts'
import { CatalogueHotel, CatalogueListing, nameOf, Verdict } from './mapping-parts.ts'

const MappingCandidate = builder.objectRef<Candidate>('MappingCandidate').implement({
  description: 'A hotel that a listing may be.',
  fields: (t) => ({
    hotel: t.field({ type: CatalogueHotel, resolve: ({ hotel }) => hotel }),
    verdict: t.field({ type: Verdict, resolve: ({ hotel: _, ...verdict }) => verdict }),
  }),
})

export const MappingVersionRef = builder.objectRef<MappingVersion>('MappingVersion').implement({
  description: 'What a mapping became, when, by whose word.',
  fields: (t) => ({
    id: t.id({ resolve: ({ version }) => String(version) }),
    listing: t.string({ resolve: nameOf }),
    at: t.field({ type: 'DateTime', resolve: ({ at }) => toRfc3339(at) }),
    actor: t.exposeString('actor'),
    reason: t.exposeString('reason'),
    note: t.exposeString('note', { nullable: true }),
    fromHotelId: t.exposeInt('fromHotelId', { nullable: true }),
    fromStatus: t.exposeString('fromStatus', { nullable: true }),
    hotelId: t.exposeInt('hotelId', { nullable: true }),
    status: t.exposeString('status', { nullable: true }),
  }),
})

const Rejection = builder.objectRef<MappingRejection>('MappingRejection').implement({
  fields: (t) => ({
    hotelId: t.exposeInt('hotelId'),
    actor: t.exposeString('actor'),
    note: t.exposeString('note', { nullable: true }),
  }),
})

const BookingOfListing = builder.objectRef<FutureBooking>('BookingOfListing').implement({
  description: 'Sold from a listing to guests who have not left yet.',
  fields: (t) => ({
    id: t.exposeID('bookingId'),
    organizationId: t.exposeString('organizationId'),
    status: t.exposeString('status'),
    hotelId: t.exposeInt('hotelId', { description: 'What it was sold as; that never moves.' }),
    checkInDate: t.exposeString('checkInDate'),
    checkOutDate: t.exposeString('checkOutDate'),
  }),
})

const Question = builder.objectRef<NonNullable<SeenPair['question']>>('PairQuestion').implement({
  fields: (t) => ({
    why: t.exposeString('why', { nullable: true }),
    changes: t.field({
      type: 'JSON',
      nullable: true,
      description: '`{field: {before, after}}`, of a mapping whose listing has changed.',
      resolve: ({ changes }) => changes,
    }),
    since: t.field({ type: 'DateTime', resolve: ({ at }) => toRfc3339(at) }),
  }),
})

const MappingPair = builder.objectRef<SeenPair>('MappingPair').implement({
  description: 'A listing beside a hotel.',
  fields: (t) => ({
    listing: t.field({ type: CatalogueListing, resolve: ({ listing }) => listing }),
    hotel: t.field({ type: CatalogueHotel, nullable: true, resolve: ({ hotel }) => hotel }),
    hotelListings: t.field({
      type: [CatalogueListing],
      description: 'What the hotel is sold from.',
      resolve: ({ members }) => [...members],
    }),
    hotelRooms: t.stringList({ resolve: ({ rooms }) => [...rooms] }),
    question: t.field({ type: Question, nullable: true, resolve: ({ question }) => question }),
    verdict: t.field({
      type: Verdict,
      nullable: true,
      description: 'The engine’s word as it asked; where nothing is asked, as it is now.',
      resolve: ({ verdict }) => verdict,
    }),
    now: t.field({
      type: [Verdict],
      description: 'What `mapping explain` tells: by the catalogue, and by each other listing of the hotel.',
      resolve: ({ now }) => [...now],
    }),
    candidates: t.field({ type: [MappingCandidate], resolve: ({ candidates }) => [...candidates] }),
    versions: t.field({ type: [MappingVersionRef], resolve: ({ versions }) => [...versions] }),
    rejections: t.field({ type: [Rejection], resolve: ({ rejections }) => [...rejections] }),
    bookings: t.field({ type: [BookingOfListing], resolve: ({ bookings }) => [...bookings] }),
    engineVersion: t.exposeString('engineVersion'),
  }),
})

builder.queryField('mappingPair', (t) =>
  t.field({
    type: MappingPair,
    nullable: true,
    description: 'A listing beside the hotel that is asked about; null: there is no such listing.',
    ...only('viewer'),
    args: {
      listing: t.arg.id({ required: true, description: '`SUPPLIER/ID`' }),
      hotel: t.arg.int({ description: 'By default the one that the engine asks about, or that it is mapped to.' }),
    },
    resolve: (_root, { listing, hotel }, { core }) => {
      const slash = listing.indexOf('/')
      if (slash < 1) return null
      const named = { supplierCode: listing.slice(0, slash), supplierHotelId: listing.slice(slash + 1) }
      return seePair(core.deps, named, hotel ?? null)
    },
  }),
)
