import { describe, expect, it } from 'vitest'
import { factsOf } from '../../src/mapping/hotel-facts.ts'
import { listing } from '../support/listing.ts'

const LISTING = listing({
  supplierCode: 'hotelbeds',
  supplierHotelId: '1533',
  names: { fr: 'Hôtel du Lac', 'en-GB': 'Lake Hotel', de: 'Seehotel', it: ' Seehotel ' },
  nameLocal: '湖畔酒店',
  formerNames: ['Grand Hotel du Lac'],
  addressLines: ['Rue du Lac 1'],
  city: 'Vevey',
  postcode: '1800',
  countryCode: 'CH',
  addressHidden: true,
  latitude: 46.4583,
  longitude: 6.8447,
  pointQuality: 'APPROXIMATE',
  phones: [
    { number: '+41 21 555 01 01', kind: 'HOTEL' },
    { number: '+41 21 555 01 02', kind: 'FAX' },
    { number: '0800 555 010', kind: 'BOOKING' },
    { number: '+41 21 555 01 03', kind: 'UNKNOWN' },
    { number: '+41 21 555 01 04', kind: 'MANAGEMENT' },
  ],
  stars: 4.5,
  categoryCode: '4EST',
  propertyTypeRaw: 'Aparthotel',
  chain: { code: 'XX', name: 'Lake Group' },
  brand: { code: null, name: 'Lakeside' },
})

describe('what the judge reads of a listing', () => {
  it('is its English name, then each other name once', () => {
    expect(factsOf(LISTING)).toMatchObject({
      name: 'Lake Hotel',
      alternativeNames: ['Seehotel', 'Hôtel du Lac', '湖畔酒店'],
    })
    expect(factsOf({ ...LISTING, names: { fr: 'Hôtel du Lac' }, nameLocal: null })).toMatchObject({
      name: 'Hôtel du Lac',
      alternativeNames: [],
    })
  })

  it('is the house’s telephones: no fax, no reservation desk, no manager', () => {
    expect(factsOf(LISTING).phones).toEqual(['+41 21 555 01 01', '+41 21 555 01 03'])
  })

  it('is the brand before the chain, and the supplier’s word where ours is missing', () => {
    expect(factsOf(LISTING)).toMatchObject({
      chain: 'Lakeside',
      propertyType: 'Aparthotel',
      pointQuality: 'APPROXIMATE',
    })
    expect(factsOf({ ...LISTING, brand: null })).toMatchObject({ chain: 'Lake Group' })
  })
})
