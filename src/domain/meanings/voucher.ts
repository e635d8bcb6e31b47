import type { HotelConfirmationView } from '../contract/booking.ts'
import type {
  AgencyView,
  EssentialView,
  HotelContactView,
  PropertyMessageView,
  VoucherGuestView,
  VoucherHotelView,
  VoucherRoomView,
  VoucherView,
} from '../contract/voucher.ts'
import { means, typeMeaning } from './meaning.ts'
import { INCLUDED_BOARD } from './room-option.ts'

const VOUCHER_HOTEL = {
  name: means('The hotel’s name when it was offered.', 'Lotus Grand Hotel London'),
  stars: means('Its class in stars, 0.5 to 5 in halves. Null when it has none or it is not known.', 4.5),
  category: means(
    'Its class as a text to print, in the supplier’s words where it has some. Null when it is not known.',
    '5 STARS',
  ),
  addressLines: means('Its address, line by line, also where it was hidden before booking.', [
    '1 Aldwych',
    'London WC2B 4BZ',
  ]),
  phone: means('Its telephone number. Null when the catalogue has none.', '+442079460123'),
  latitude: means('Where it stands, in degrees north.', 51.513),
  longitude: means('Where it stands, in degrees east.', -0.1185),
}

export const OFFERED_HOTEL = typeMeaning<VoucherHotelView>(
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
  supplierTerms: means('The supplier’s terms that the guest has accepted by booking. Null when it has none.'),
  checkIn: means('The day of arrival, as YYYY-MM-DD at the hotel’s place.', '2027-03-10'),
  checkOut: means('The day of departure, as YYYY-MM-DD at the hotel’s place.', '2027-03-12'),
  nights: means('How many nights that are.', 2),
  board: INCLUDED_BOARD,
  rooms: means('The booked rooms, each with who stays in it.'),
  agency: means('Whom the guest asks about the booking: your own contact, as it was set up. Null when none was.'),
})

export const VOUCHER_ROOM = typeMeaning<VoucherRoomView>('A booked room on a voucher.', {
  allocationId: means('The room, by its {allocationId}.', 'alc_06GZX10YY69H4HAYH0YVE1GHTG'),
  name: means('The room in the supplier’s words, by which the front desk knows it.', 'DOUBLE STANDARD'),
  guests: means('Who stays in it. Empty when personal data has been deleted.'),
})

export const VOUCHER_GUEST = typeMeaning<VoucherGuestView>('A person on a voucher.', {
  type: means('Whether the guest is a child.', 'ADULT'),
  givenName: means('The guest’s first name. Null when none was sent.', 'Ada'),
  familyName: means('The guest’s last name. Null when none was sent.', 'Lovelace'),
  age: means('The guest’s age in whole years: always there for a child. Null when none was sent.', 36),
})

export const AGENCY = typeMeaning<AgencyView>('Whom the guest asks about a booking.', {
  name: means('Who it is.', 'Acme Travel'),
  phone: means('Its telephone number. Null when none is set up.', '+442079460100'),
  email: means('Its e-mail address. Null when none is set up.', 'help@acme.example'),
})

export const ESSENTIAL = typeMeaning<EssentialView>('Something that guests need on arrival.', {
  name: means('What it is about. Null when it is not told.', 'Access'),
  text: means('What the guest has to do or know.', 'Use the smart lock at the side door. Access code: 12345'),
  imageUrls: means('Pictures that show it, as absolute URLs. Empty when there are none.', [
    'https://images.example.com/side-door.jpg',
  ]),
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
