import type { DestinationView, HotelFiltersView, NationalityView } from '../domain/contract/search.ts'
import { builder } from './builder.ts'
import { DestinationTypeEnum } from './enums.ts'

const DestinationType = builder.objectRef<DestinationView>('Destination').implement({
  description: 'A place or a hotel that can be searched.',
  fields: (t) => ({
    type: t.expose('type', { type: DestinationTypeEnum }),
    id: t.exposeInt('id'),
    name: t.exposeString('name'),
    countryCode: t.expose('countryCode', { type: 'CountryCode' }),
    label: t.exposeString('label'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    placeType: t.exposeString('placeType', { nullable: true }),
    hotelCount: t.exposeInt('hotelCount'),
  }),
})

export const DestinationListType = builder
  .objectRef<{ readonly destinations: readonly DestinationView[] }>('DestinationList')
  .implement({
    description: 'Destinations, best match first.',
    fields: (t) => ({
      destinations: t.expose('destinations', { type: [DestinationType] }),
    }),
  })

const TermType = builder.objectRef<{ readonly id: string | number; readonly name: string }>('FilterTerm').implement({
  description: 'Something to filter by.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }), name: t.exposeString('name') }),
})

export const HotelFiltersType = builder.objectRef<HotelFiltersView>('HotelFilters').implement({
  description: 'What a search can be filtered by.',
  fields: (t) => ({
    propertyTypes: t.expose('propertyTypes', { type: [TermType] }),
    chains: t.expose('chains', { type: [TermType] }),
    facilities: t.expose('facilities', { type: [TermType] }),
  }),
})

const NationalityType = builder.objectRef<NationalityView>('Nationality').implement({
  description: 'A nationality that a search takes.',
  fields: (t) => ({ isoCode: t.expose('isoCode', { type: 'CountryCode' }), name: t.exposeString('name') }),
})

export const NationalityListType = builder
  .objectRef<{ readonly nationalities: readonly NationalityView[] }>('NationalityList')
  .implement({
    description: 'Every ISO 3166-1 code, sorted by name.',
    fields: (t) => ({
      nationalities: t.expose('nationalities', { type: [NationalityType] }),
    }),
  })
