import { type ExplainedConnection, type ExplainedSale, explainSale } from '../../operations/operator/explain-sale.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'

const LONGEST_NAME = 100

const ExplainedConnectionType = builder.objectRef<ExplainedConnection>('ExplainedConnection').implement({
  fields: (t) => ({
    connectionId: t.exposeID('connectionId'),
    supplierCode: t.exposeString('supplierCode'),
    verdict: t.exposeString('verdict', {
      description:
        'ASKED, or why it is not: DISABLED, MARKET_NOT_SOLD, COUNTRY_NOT_SOLD, OTHER_CONNECTION, CREDENTIALS_REFUSED, NO_HOTELS.',
    }),
    says: t.exposeString('says'),
    hotels: t.exposeInt('hotels', { description: 'Hotels of the place that its supplier has listings of.' }),
  }),
})

const ExplainedSaleType = builder.objectRef<ExplainedSale>('ExplainedSale').implement({
  description: 'Over which connections a search of a place asks, and why not over the others.',
  fields: (t) => ({
    placeId: t.int({ resolve: ({ place }) => place.placeId }),
    placeName: t.string({ resolve: ({ place }) => place.name }),
    countryCode: t.string({ resolve: ({ place }) => place.countryCode }),
    hotels: t.exposeInt('hotels', { description: 'Of the place and those below it; 20,000 are counted at most.' }),
    connections: t.field({ type: [ExplainedConnectionType], resolve: ({ connections }) => connections }),
  }),
})

builder.queryField('explainedSale', (t) =>
  t.field({
    type: ExplainedSaleType,
    nullable: true,
    description: 'Why an organization sees no hotels somewhere: `supplier explain`. Null: there is no such place.',
    ...only('viewer'),
    args: {
      organizationId: t.arg.string({ required: true }),
      place: t.arg.string({ required: true, description: 'An id, or the beginning of a name.' }),
      nationality: t.arg.string({ required: true, description: 'Of the guests: ISO 3166-1 alpha-2.' }),
    },
    resolve: async (_root, { organizationId, place, nationality }, { core }) => {
      const wanted = place.trim()
      if (wanted === '' || wanted.length > LONGEST_NAME)
        throw refusal('BAD_INPUT', 'place is an id, or the beginning of a name', { field: 'place' })
      const guests = nationality.trim().toUpperCase()
      if (!/^[A-Z]{2}$/.test(guests))
        throw refusal('BAD_INPUT', 'nationality is two letters, for example GB', { field: 'nationality' })
      return explainSale(core.deps, { organizationId, place: wanted, nationality: guests })
    },
  }),
)
