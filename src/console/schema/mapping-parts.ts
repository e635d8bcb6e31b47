import { toRfc3339 } from '../../domain/time.ts'
import type { HotelFacts } from '../../mapping/hotel-facts.ts'
import type { Evidence, HotelVerdict } from '../../mapping/verdict.ts'
import { factsOfSeen } from '../../operations/mapping/see-pair.ts'
import type { SeenHotel, SeenListing } from '../../store/catalogue-reads.ts'
import { builder } from './builder.ts'

/** A listing, as commands name it. */
export function nameOf({
  supplierCode,
  supplierHotelId,
}: Pick<SeenListing, 'supplierCode' | 'supplierHotelId'>): string {
  return `${supplierCode}/${supplierHotelId}`
}

export const Facts = builder.objectRef<HotelFacts>('HotelFacts').implement({
  description: 'What the judge of mappings reads of a listing or a hotel, as its source wrote it.',
  fields: (t) => ({
    name: t.exposeString('name'),
    alternativeNames: t.stringList({ resolve: ({ alternativeNames }) => [...(alternativeNames ?? [])] }),
    formerNames: t.stringList({ resolve: ({ formerNames }) => [...(formerNames ?? [])] }),
    addressLines: t.stringList({ resolve: ({ addressLines }) => [...(addressLines ?? [])] }),
    postcode: t.exposeString('postcode', { nullable: true }),
    city: t.exposeString('city', { nullable: true }),
    countryCode: t.exposeString('countryCode', { nullable: true }),
    latitude: t.exposeFloat('latitude', { nullable: true }),
    longitude: t.exposeFloat('longitude', { nullable: true }),
    pointQuality: t.exposeString('pointQuality', { nullable: true }),
    phones: t.stringList({ resolve: ({ phones }) => [...(phones ?? [])] }),
    stars: t.exposeFloat('stars', { nullable: true }),
    chain: t.exposeString('chain', { nullable: true }),
    propertyType: t.exposeString('propertyType', { nullable: true }),
  }),
})

const EvidenceRef = builder.objectRef<Evidence>('MappingEvidence').implement({
  description: 'One thing that speaks for or against: the engine’s own.',
  fields: (t) => ({
    kind: t.exposeString('kind'),
    rule: t.string({
      nullable: true,
      description: 'NEVER: they are two hotels; REVIEW: it may not be mapped without a person; null: it only weighs.',
      resolve: ({ effect }) => (typeof effect === 'number' ? null : effect),
    }),
    weight: t.float({
      nullable: true,
      description: 'Added to the log-odds: above zero it speaks for one hotel.',
      resolve: ({ effect }) => (typeof effect === 'number' ? effect : null),
    }),
    a: t.exposeString('a', { nullable: true, description: 'What was compared of the listing, after folding.' }),
    b: t.exposeString('b', { nullable: true, description: 'What was compared of the hotel.' }),
    meters: t.float({ nullable: true, resolve: ({ meters }) => meters ?? null }),
    precisionMeters: t.float({ nullable: true, resolve: ({ precisionMeters }) => precisionMeters ?? null }),
    likeness: t.float({ nullable: true, resolve: ({ likeness }) => likeness ?? null }),
  }),
})

export const Verdict = builder.objectRef<HotelVerdict & { readonly against?: string }>('MappingVerdict').implement({
  fields: (t) => ({
    verdict: t.exposeString('verdict', { description: 'SAME, REVIEW or DIFFERENT' }),
    score: t.exposeFloat('score', { description: '0 to 1; it orders the queue and decides nothing.' }),
    evidence: t.field({ type: [EvidenceRef], resolve: ({ evidence }) => [...evidence] }),
    against: t.string({
      description: 'By whose description: `catalogue`, or another listing of the hotel.',
      resolve: ({ against }) => against ?? 'catalogue',
    }),
  }),
})

export const CatalogueListing = builder.objectRef<SeenListing>('CatalogueListing').implement({
  description: 'A hotel as a supplier sells it.',
  fields: (t) => ({
    id: t.id({ description: '`SUPPLIER/ID`', resolve: nameOf }),
    supplierCode: t.exposeString('supplierCode'),
    supplierHotelId: t.exposeString('supplierHotelId'),
    status: t.exposeString('status', { nullable: true, description: 'Null: nothing of it is staged.' }),
    facts: t.field({ type: Facts, nullable: true, resolve: factsOfSeen }),
    images: t.exposeInt('images'),
    website: t.exposeString('website', { nullable: true }),
    rooms: t.stringList({ resolve: ({ rooms }) => [...rooms] }),
    changedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ changedAt }) => (changedAt === null ? null : toRfc3339(changedAt)),
    }),
    hotelId: t.exposeInt('hotelId', { nullable: true, description: 'Null: mapped to no hotel.' }),
    verification: t.exposeString('verification', { nullable: true }),
    decidedBy: t.exposeString('decidedBy', { nullable: true, description: 'ENGINE, IMPORT or PERSON' }),
    onSale: t.exposeBoolean('onSale', { nullable: true }),
  }),
})

export const CatalogueHotel = builder.objectRef<SeenHotel>('CatalogueHotel').implement({
  description: 'A hotel of the catalogue.',
  fields: (t) => ({
    id: t.exposeInt('hotelId'),
    name: t.string({ resolve: ({ names }) => names['en'] ?? Object.values(names)[0] ?? '' }),
    names: t.field({ type: 'JSON', description: 'By language.', resolve: ({ names }) => names }),
    facts: t.field({ type: Facts, nullable: true, resolve: factsOfSeen }),
    placeId: t.exposeInt('placeId'),
    address: t.exposeString('address'),
    phone: t.exposeString('phone', { nullable: true }),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    stars: t.exposeFloat('stars', { nullable: true }),
    propertyType: t.exposeString('propertyType'),
    value: t.exposeInt('weight', { description: 'How bookable it is: the queue’s order.' }),
    followsListings: t.exposeBoolean('ofListings', {
      description: 'True: its row is what its suppliers tell. False: an operator’s file has told it.',
    }),
    images: t.exposeInt('images'),
    changedAt: t.field({ type: 'DateTime', resolve: ({ changedAt }) => toRfc3339(changedAt) }),
  }),
})
