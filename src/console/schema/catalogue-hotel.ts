import type { SeenHotel } from '../../store/catalogue-reads.ts'
import type { DecidedRoom, StoredServiceRoom } from '../../store/service-rooms.ts'
import { builder, only } from './builder.ts'
import { MappingVersionRef } from './mapping-pair.ts'
import { CatalogueHotel, CatalogueListing, nameOf } from './mapping-parts.ts'

type ShownRoom = StoredServiceRoom & { readonly decided: readonly DecidedRoom[] }

const SupplierRoomRef = builder.objectRef<DecidedRoom>('CatalogueSupplierRoom').implement({
  description: 'A room as a supplier names it.',
  fields: (t) => ({
    listing: t.string({ resolve: nameOf }),
    supplierRoomId: t.exposeString('supplierRoomId'),
    name: t.string({ resolve: ({ names }) => nameIn(names) }),
    status: t.exposeString('mappingStatus', { description: 'MATCHED, AMBIGUOUS, UNMAPPED or CONFLICT' }),
    decidedBy: t.exposeString('decidedBy'),
  }),
})

function nameIn(names: Readonly<Record<string, string>> | null): string {
  return names?.['en'] ?? Object.values(names ?? {})[0] ?? ''
}

const Room = builder.objectRef<ShownRoom>('CatalogueRoom').implement({
  description: 'A room of a hotel over its suppliers.',
  fields: (t) => ({
    id: t.exposeID('roomId'),
    name: t.string({ resolve: ({ names }) => nameIn(names) }),
    isApart: t.exposeBoolean('isApart', { description: 'A person says that it is no other one.' }),
    isUsed: t.exposeBoolean('isUsed', { description: 'False: no supplier’s room is it any more.' }),
    supplierRooms: t.field({ type: [SupplierRoomRef], resolve: ({ decided }) => [...decided] }),
  }),
})

type Source = { readonly field: string; readonly language: string | null; readonly supplierCode: string }

const ContentSource = builder.objectRef<Source>('ContentSource').implement({
  description: 'From which supplier a part of a hotel’s page comes.',
  fields: (t) => ({
    field: t.exposeString('field'),
    language: t.exposeString('language', { nullable: true }),
    supplierCode: t.exposeString('supplierCode'),
  }),
})

const HotelPage = builder.objectRef<SeenHotel>('CatalogueHotelPage').implement({
  description: 'A hotel with all that belongs to it.',
  fields: (t) => ({
    hotel: t.field({ type: CatalogueHotel, resolve: (hotel) => hotel }),
    listings: t.field({
      type: [CatalogueListing],
      resolve: ({ hotelId }, _args, { core }) => core.store.catalogueReads.listingsOf(hotelId),
    }),
    rooms: t.field({
      type: [Room],
      resolve: async ({ hotelId }, _args, { core }) => {
        const [rooms, decided] = await Promise.all([
          core.store.serviceRooms.ofHotels([hotelId]),
          core.store.serviceRooms.decided([hotelId]),
        ])
        return rooms.map((room) => ({ ...room, decided: decided.filter(({ roomId }) => roomId === room.roomId) }))
      },
    }),
    roomsApart: t.field({
      type: [SupplierRoomRef],
      description: 'Suppliers’ rooms that are no room of the hotel: AMBIGUOUS, UNMAPPED or CONFLICT.',
      resolve: async ({ hotelId }, _args, { core }) =>
        (await core.store.serviceRooms.decided([hotelId])).filter(({ mappingStatus }) => mappingStatus !== 'MATCHED'),
    }),
    sources: t.field({
      type: [ContentSource],
      description: 'From whom each part of its page is taken.',
      // The merge has written them.
      resolve: ({ sources }) => sources as readonly unknown[] as Source[],
    }),
    history: t.field({
      type: [MappingVersionRef],
      resolve: ({ hotelId }, _args, { core }) =>
        core.store.mappings.history({
          hotelId,
          supplierCode: null,
          supplierHotelId: null,
          verification: null,
          limit: 50,
        }),
    }),
  }),
})

builder.queryField('catalogueHotel', (t) =>
  t.field({
    type: HotelPage,
    nullable: true,
    ...only('viewer'),
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, { core }) => (await core.store.catalogueReads.hotels([id])).get(id) ?? null,
  }),
)
