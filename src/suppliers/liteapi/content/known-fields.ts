import { fields, type KnownFields } from '../../content/known-fields.ts'

/** The fields of a row of `GET /data/hotels`, read or not. */
export const LISTED_FIELDS: KnownFields = fields(
  `id primaryHotelId name hotelDescription hotelTypeId chainId chain currency country city latitude longitude address zip main_photo
  thumbnail stars rating reviewCount facilityIds rohId accessibilityAttributes deletedAt`,
)

const image: KnownFields = fields('url urlHd caption order defaultImage')

/** The fields of a hotel in `GET /data/hotel`. */
export const DETAIL_FIELDS: KnownFields = {
  ...fields(
    `id primaryHotelId name hotelDescription hotelImportantInformation main_photo thumbnail videoUrl country city starRating address zip
    hotelFacilities chainId chain phone fax email hotelType hotelTypeId airportCode rating reviewCount parking groupRoomMin childAllowed
    petsAllowed deletedAt sentiment_analysis sentiment_updated_at poi currency accessibilityAttributes`,
  ),
  checkinCheckoutTimes: fields(
    'checkout checkin checkin_start checkin_end checkinStart checkinEnd instructions special_instructions',
  ),
  hotelImages: image,
  location: fields('latitude longitude'),
  facilities: fields('facilityId name'),
  policies: fields('id policy_type name description child_allowed pets_allowed parking'),
  rooms: {
    ...fields(
      `id roomName description roomSizeSquare roomSizeUnit hotelId maxAdults maxChildren maxOccupancy bedRelation views`,
    ),
    bedTypes: fields('id Id quantity bedType bedSize'),
    roomAmenities: fields('amenitiesId name sort'),
    photos: fields(
      'url hd_url failoverPhoto imageDescription imageClass1 imageClass2 mainPhoto score classId classOrder',
    ),
  },
}
