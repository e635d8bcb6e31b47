import { fields, type KnownFields } from '../../content/known-fields.ts'

const content: KnownFields = fields('content languageCode')

const facility: KnownFields = fields(
  `facilityCode facilityGroupCode order number distance ageFrom ageTo dateFrom dateTo timeFrom timeTo indLogic indFee indYesOrNo amount
  currency applicationType voucher description facilityName textValue`,
)

/** The fields of a hotel in `GET /hotels?fields=all`, read or not. */
export const HOTEL_FIELDS: KnownFields = {
  ...fields(
    `code countryCode stateCode destinationCode zoneCode categoryCode categoryGroupCode chainCode accommodationTypeCode
    accomodationTypeCode boardCodes segmentCodes postalCode email license giataCode web S2C ranking lastUpdate exclusiveDeal`,
  ),
  name: content,
  description: content,
  city: content,
  coordinates: fields('latitude longitude'),
  address: fields('content street number languageCode'),
  phones: fields('phoneNumber phoneType'),
  rooms: {
    ...fields(
      `roomCode isParentRoom minPax maxPax maxAdults maxChildren minAdults roomType characteristicCode PMSRoomCode description type
      characteristic`,
    ),
    roomFacilities: facility,
    roomStays: { ...fields('stayType order description'), roomStayFacilities: facility },
  },
  facilities: facility,
  terminals: fields('terminalCode distance name description'),
  interestPoints: fields('facilityCode facilityGroupCode order poiName distance fee'),
  images: fields('imageTypeCode path order visualOrder roomCode roomType characteristicCode type'),
  issues: fields('issueCode issueType dateFrom dateTo order alternative description'),
  wildcards: { ...fields('roomType roomCode characteristicCode'), hotelRoomDescription: content },
}
