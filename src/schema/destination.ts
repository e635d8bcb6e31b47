import type { DestinationView, HotelFiltersView, NationalityView } from '../domain/contract/search.ts'
import { DESTINATION, FILTER_TERM, HOTEL_FILTERS, NATIONALITY } from '../domain/meanings/destination.ts'
import { builder, meant } from './builder.ts'
import { DestinationTypeEnum } from './enums.ts'

const DestinationType = builder.objectRef<DestinationView>('Destination').implement({
  ...meant(DESTINATION),
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
    description: 'The destinations whose names match a text.',
    fields: (t) => ({
      destinations: t.expose('destinations', {
        type: [DestinationType],
        description:
          'The best match first; of equally good ones places before hotels. Empty when no name is like the text.',
      }),
    }),
  })

export const TermType = builder
  .objectRef<{ readonly id: string | number; readonly name: string }>('FilterTerm')
  .implement({
    ...meant(FILTER_TERM),
    fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }), name: t.exposeString('name') }),
  })

export const HotelFiltersType = builder.objectRef<HotelFiltersView>('HotelFilters').implement({
  ...meant(HOTEL_FILTERS),
  fields: (t) => ({
    propertyTypes: t.expose('propertyTypes', { type: [TermType] }),
    chains: t.expose('chains', { type: [TermType] }),
    facilities: t.expose('facilities', { type: [TermType] }),
  }),
})

const NationalityType = builder.objectRef<NationalityView>('Nationality').implement({
  ...meant(NATIONALITY),
  fields: (t) => ({ isoCode: t.expose('isoCode', { type: 'CountryCode' }), name: t.exposeString('name') }),
})

export const NationalityListType = builder
  .objectRef<{ readonly nationalities: readonly NationalityView[] }>('NationalityList')
  .implement({
    description: 'The nationalities that searches and room searches take.',
    fields: (t) => ({
      nationalities: t.expose('nationalities', {
        type: [NationalityType],
        description: 'One for each of the 249 assigned ISO 3166-1 codes, sorted by name in the language of the answer.',
      }),
    }),
  })
