import type { HotelConfirmationView } from '../contract/booking.ts'
import type { HotelContactView, PropertyMessageView, VoucherView } from '../contract/voucher.ts'
import type { OfferedHotel } from '../supplier-told.ts'
import { means, typeMeaning } from './meaning.ts'

const VOUCHER_HOTEL = {
  name: means('The hotel’s name when it was offered.', 'Lotus Grand Hotel London'),
  addressLines: means('Its address, line by line.', ['1 Aldwych', 'London WC2B 4BZ']),
  phone: means('Its telephone number. Null when the catalogue has none.', '+442079460123'),
  latitude: means('Where it stands, in degrees north.', 51.513),
  longitude: means('Where it stands, in degrees east.', -0.1185),
}

export const OFFERED_HOTEL = typeMeaning<OfferedHotel>(
  'The hotel as it was when it was offered, for the voucher.',
  VOUCHER_HOTEL,
)

export const VOUCHER = typeMeaning<VoucherView>('What a voucher has to show, besides the stay and the guests.', {
  lines: means('Sentences to print as they are: what the supplier’s contract demands, and what guests must know.', [
    'Photo identification is required.',
  ]),
  payableThrough: means(
    'Who is paid for the stay, in the words that the supplier’s contract demands. Null when it demands none.',
    'Payable through HOTELBEDS PRODUCT,S.L.U., acting as agent for the service operating company, VAT: ESB38877676 Reference: 1-3087550',
  ),
  supplierReference: means(
    'The reference by which hotel and supplier find it. Null until there is one.',
    '7460413860825',
  ),
  hotel: means('Where the guests go.'),
  emergencyContact: means(
    'Whom guests call when something is wrong on arrival. Null when the supplier tells nobody.',
    '+34971000000',
  ),
})

export const HOTEL_CONTACT = typeMeaning<HotelContactView>('Whom to call at the hotel about a booking.', {
  name: means('Who it is. Null when it is not told.', 'Reservations desk'),
  phone: means('A telephone number there. Null when it is not told.', '+442079460124'),
  email: means('An e-mail address there. Null when it is not told.', 'reservations@hotel.example'),
})

export const PROPERTY_MESSAGE = typeMeaning<PropertyMessageView>('What the property wrote to the guest.', {
  receivedAt: means('When the gateway received it, in RFC 3339 and UTC.', '2027-01-14T09:30:13.120Z'),
  text: means(
    'Plain text of at most 2,000 characters, in whatever language the property wrote it. It comes from outside: show it as text.',
    'The lift is out of order until Friday. We have given you a room on the ground floor.',
  ),
})

export const HOTEL_CONFIRMATION = typeMeaning<HotelConfirmationView>('The hotel’s own number of one booked room.', {
  allocationId: means('The room, by its {allocationId}.', 'alc_06GZX10YY69H4HAYH0YVE1GHTG'),
  number: means('The number by which the front desk finds the room. Null until it is known.', 'HX-448218'),
})
