import type { ContentField } from '../content/page-content.ts'
import type { DescriptionKind, PolicyKind } from '../content/text-kinds.ts'
import type * as view from '../contract/hotel.ts'
import { CONTENT } from './hotel-item.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const DESCRIPTION_KIND = valuesMeaning<DescriptionKind>('What a description is about.', {
  headline: 'One line that sums the hotel up.',
  general: 'The hotel as a whole.',
  location: 'Where it lies.',
  attractions: 'What is to be seen around it.',
  amenities: 'What it offers its guests.',
  dining: 'Where to eat and drink.',
  business: 'What it has for meetings and work.',
  rooms: 'Its rooms in general.',
  renovations: 'What is being built or closed, and when.',
  national_ratings: 'Who has given it its stars.',
  other: 'Something that is none of the other kinds.',
})

export const POLICY_KIND = valuesMeaning<PolicyKind>('What a policy is about.', {
  check_in: 'When and how guests check in and out.',
  children: 'Children, and what is charged for them.',
  pets: 'Whether pets may come, and at what price.',
  parking: 'Where to park, and at what price.',
  internet: 'Access to the internet, and its price.',
  meals: 'Meals that are not in the rate.',
  extra_beds: 'Further beds and cots.',
  deposit: 'What is held against damage.',
  fees: 'What is paid at the hotel.',
  no_show: 'What happens to guests who come late or not at all.',
  visa: 'Help with visas.',
  shuttle: 'Rides to and from the hotel.',
  payment: 'How guests can pay at the hotel.',
  know_before_you_go: 'What else guests have to know before they travel.',
  other: 'Something that is none of the other kinds.',
})

export const CONTENT_FIELD = valuesMeaning<ContentField>('A part of a hotel’s content that comes from one supplier.', {
  name: 'What it is called, in every language.',
  place: 'Its address and point.',
  phone: 'Its telephone number.',
  stars: 'Its class.',
  type: 'Its kind of accommodation.',
  chain: 'To which chain it belongs.',
  facilities: 'What it offers, with what is charged for it.',
  images: 'Its pictures.',
  descriptions: 'Its descriptions in one language.',
  check_in: 'Whether the desk is always staffed, and how old guests must be.',
  rooms: 'What rooms it has, with their pictures.',
})

const LANGUAGE =
  'The language that the text is in: that of the answer, or another one where the catalogue has none in it, usually English.'

export const LOCALIZED_TEXT = typeMeaning<view.LocalizedTextView>('A text, and the language that it is in.', {
  text: means('Plain text, without mark-up: escape it as any other text.', 'The lobby in the evening'),
  language: means(LANGUAGE, 'en'),
})

export const HOTEL_NAME = typeMeaning<view.HotelNameView>('A name of the hotel in one language.', {
  language: means('The language of the name: `en`, `fr`, `de`, `ja` or `ar`.', 'ja'),
  name: means('What the hotel is called in that language.', 'ロータスグランドホテル'),
})

export const HOTEL_FACILITY = typeMeaning<view.HotelFacilityView>('Something that the hotel offers.', {
  facilityId: means(
    'The id to filter searches by, in {facilityIds}. Null for one that only the supplier has a name for.',
    10,
  ),
  name: means('What to show for it: in the language of the answer, or as the supplier calls it.', 'Airport shuttle'),
  isFree: means('Whether guests have it for nothing. Null when it is not known.'),
  note: means('What else is said of it, as plain text. Null when nothing is.', '06:00 to 22:00'),
})

export const IMAGE_SIZE = typeMeaning<view.ImageSizeView>('A picture in one size.', {
  width: means('How wide it is, in pixels. Null when the source does not tell it.', 1000),
  url: means(
    'The address of the picture in this size: http or https.',
    'https://images.sandbox.invalid/hotels/a-1000.jpg',
  ),
})

export const HOTEL_IMAGE = typeMeaning<view.HotelImageView>('A picture of the hotel or of one of its rooms.', {
  url: means('The address of its largest size: http or https.', 'https://images.sandbox.invalid/hotels/a-1000.jpg'),
  caption: means('What it shows. Null when nothing is said.'),
  category: means('What it shows in the source’s own word. Null when it has none.', 'lobby'),
  isMain: means('True for the first picture, which stands for the hotel or room.'),
  sizes: means('The picture in every size that there is, the largest first, each address once.'),
})

export const HOTEL_DESCRIPTION = typeMeaning<view.HotelDescriptionView>('A part of the hotel’s description.', {
  kind: means('What it is about.', 'general'),
  text: means(
    'Plain text with line ends, without mark-up: escape it as any other text.',
    'A quiet house behind the square, with a garden.',
  ),
  language: means(`${LANGUAGE} All descriptions of a hotel are in the same.`, 'en'),
})

export const HOTEL_POLICY = typeMeaning<view.HotelPolicyView>('One of the terms under which guests stay.', {
  kind: means('What it is about.', 'pets'),
  text: means(
    'Plain text with line ends, without mark-up: escape it as any other text.',
    'Pets: USD 100 per room and stay, not included',
  ),
  language: means(LANGUAGE, 'en'),
  supplierCode: means(
    'The supplier for whose rates it holds: show it with rates of this supplier. Null when it holds for all.',
    'ratehawk',
  ),
})

export const BED_CHOICE = typeMeaning<view.BedChoiceView>('A set of beds that a room can have.', {
  beds: means('The beds of this set.'),
})

export const HOTEL_ROOM = typeMeaning<view.HotelRoomView>('A room of the hotel, whatever is free.', {
  roomId: means(
    'The room that options name as {serviceRoom}: match by it. Null when it is not known which one it is.',
    '304411',
  ),
  name: means('What to show for the room.'),
  description: means('What is said of the room. Null when nothing is.'),
  bedChoices: means('The sets of beds that there is a choice of. Empty when they are not told.'),
  maxOccupancy: means('How many guests it takes at the most. Null when it is not told.', 3),
  maxAdults: means('How many adults it takes at the most. Null when it is not told.', 2),
  maxChildren: means('How many children it takes at the most. Null when it is not told.', 1),
  view: means('What is seen from it, in the source’s words. Null when it is not told.', 'City view'),
  squareMetres: means('How large it is, in square metres. Null when it is not told.', 28),
  smoking: means('Whether guests may smoke in it. Null when it is not told.'),
  accessible: means('Whether it is made for guests in a wheelchair. Null when it is not told.'),
  amenities: means('What is in the room, in the source’s words. Empty when it is not told.', ['Kettle', 'Safe']),
  images: means('Pictures of the room, the first first. Empty when there is none.'),
})

export const HOTEL_SOURCE = typeMeaning<view.HotelSourceView>(
  'Which supplier a part of the content comes from. Parts that are not listed come from the service’s own catalogue, or are empty.',
  {
    field: means('The part of the content.', 'images'),
    language: means('For descriptions the language. Null for parts that are the same in every language.', 'en'),
    supplierCode: means('The supplier whose content it is, by its code.', 'expedia_rapid'),
  },
)

/** What GraphQL’s `Hotel` has beyond what lists show, and HTTP’s hotel too. */
const PAGE = {
  language: means(
    'The language of the answer: the one that was asked for, where it is one of `en`, `fr`, `de`, `ja` and `ar`; otherwise English.',
    'en',
  ),
  names: means('The names of the hotel in every language in which it has one.'),
  addressLines: means('The address as a letter has it, a line each. Empty when the place is hidden or not known.', [
    '12 Garden Row',
    'London',
  ]),
  postcode: means('The postal code. Null when the place is hidden, and when it is not known.', 'SW1A 1AA'),
  phone: means(
    'The telephone number of the house, usually with its country code (E.164). Null when the place is hidden, and when none is known.',
    '+442079460123',
  ),
  timeZone: means('The IANA time zone in which the hotel lies. Null when it is not known.', 'Europe/London'),
  propertyType: means('The kind of accommodation. {@listHotelFilters} has all kinds.'),
  facilityDetails: means('What the hotel offers: {facilities} with ids, and whether it is free.'),
  images: means('Pictures of the hotel, the one that stands for it first. Empty when there is none.'),
  descriptions: means(
    'The hotel in words, in one language: that of the answer, otherwise English. Empty when nothing is told, and when the place is hidden.',
  ),
  policies: means(
    'The terms of the hotel, then those of each enabled supplier that sells it, in the organization’s order of suppliers. Empty when nothing is told, and when the place is hidden.',
  ),
  instructions: means(
    'How guests get in and out, from the catalogue and the enabled suppliers. An option of {@createRoomSearch} has those of its own supplier, which hold for it. When the place is hidden they have times and fees only. Null when nothing is told.',
  ),
  checkInAllDay: means('True when guests can check in at any hour, false when not. Null when it is not told.'),
  checkInMinAge: means('How old the guest who checks in must be, in years. Null when it is not told.', 18),
  rooms: means('The rooms that the hotel has, whatever is free. Empty when none are known.'),
  sources: means('Where the parts of this content come from.'),
} as const

export const HOTEL_PAGE = typeMeaning<view.HotelView>(
  'What the catalogue knows of a hotel, whatever the stay. Prices are in searches.',
  { ...CONTENT, ...PAGE },
)
