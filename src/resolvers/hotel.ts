import type { HotelPageView } from '../domain/contract/hotel.ts'
import type { HotelContent } from '../domain/contract/search.ts'
import { HOTEL_ID_INPUT } from '../domain/meanings/search-inputs.ts'
import { TermType } from '../schema/destination.ts'
import { HotelType } from '../schema/hotel-item.ts'
import * as page from '../schema/hotel-page.ts'
import { InstructionsType } from '../schema/selling.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { answer } from './context.ts'

const HotelResult = resultUnion('HotelResult', 'Hotel', HotelType)

/** A hotel that left the catalogue while the document was executed has nothing to tell. */
const NOTHING: HotelPageView = {
  language: 'en',
  names: [],
  addressLines: [],
  postcode: null,
  phone: null,
  timeZone: null,
  propertyType: { id: '', name: '' },
  facilityDetails: [],
  images: [],
  descriptions: [],
  policies: [],
  instructions: null,
  checkInAllDay: null,
  checkInMinAge: null,
  rooms: [],
  sources: [],
}

type PageField = keyof HotelPageView

/** It looks for two fields: graphql/schema.ts asks resolvers with an object of one, to find those that only return it. */
function isPage(hotel: HotelContent): hotel is HotelContent & HotelPageView {
  return 'descriptions' in hotel && 'sources' in hotel
}

/**
 * A field of the page. The hotel of a list is read without its page, which is long; the pages of all hotels in a document are then
 * read together, when one of these fields is asked for.
 */
function pageField<Field extends PageField>(field: Field) {
  return (
    hotel: HotelContent,
    _args: object,
    context: object,
  ): HotelPageView[Field] | Promise<HotelPageView[Field]> => {
    if (isPage(hotel)) return hotel[field]
    return contextOf(context)
      .loaders.hotelPage.load(hotel.hotelId)
      .then((loaded) => (loaded ?? NOTHING)[field])
  }
}

builder.objectFields(HotelType, (t) => ({
  language: t.string({ resolve: pageField('language') }),
  names: t.field({ type: [page.HotelNameType], resolve: pageField('names') }),
  addressLines: t.field({ type: ['String'], resolve: pageField('addressLines') }),
  postcode: t.string({ nullable: true, resolve: pageField('postcode') }),
  phone: t.string({ nullable: true, resolve: pageField('phone') }),
  timeZone: t.string({ nullable: true, resolve: pageField('timeZone') }),
  propertyType: t.field({ type: TermType, resolve: pageField('propertyType') }),
  facilityDetails: t.field({ type: [page.HotelFacilityType], resolve: pageField('facilityDetails') }),
  images: t.field({ type: [page.HotelImageType], resolve: pageField('images') }),
  descriptions: t.field({ type: [page.HotelDescriptionType], resolve: pageField('descriptions') }),
  policies: t.field({ type: [page.HotelPolicyType], resolve: pageField('policies') }),
  instructions: t.field({ type: InstructionsType, nullable: true, resolve: pageField('instructions') }),
  checkInAllDay: t.boolean({ nullable: true, resolve: pageField('checkInAllDay') }),
  checkInMinAge: t.int({ nullable: true, resolve: pageField('checkInMinAge') }),
  rooms: t.field({ type: [page.HotelRoomType], resolve: pageField('rooms') }),
  sources: t.field({ type: [page.HotelSourceType], resolve: pageField('sources') }),
}))

builder.queryField('hotel', (t) =>
  t.field({
    type: HotelResult,
    nullable: true,
    ...told('getHotel', HOTEL_ID_INPUT),
    args: { hotelId: t.arg.id({ required: true }), language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), { scope: 'search', rateClass: 'static' }, (gateway, caller) =>
        gateway.getHotel(caller, args),
      ),
  }),
)
