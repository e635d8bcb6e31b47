import type { BookingExtra, CompanyAddress, Gender, Invoicing, Loyalty, TravelPurpose } from '../booking-extras.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const GENDER = valuesMeaning<Gender>('A guest’s gender, for hotels that have to register it.', {
  MALE: 'Male, as the guest’s document says.',
  FEMALE: 'Female, as the guest’s document says.',
  UNKNOWN: 'The guest did not say.',
})

export const TRAVEL_PURPOSE = valuesMeaning<TravelPurpose>('Why the guests travel.', {
  LEISURE: 'For themselves.',
  BUSINESS: 'For their work.',
})

export const BOOKING_EXTRA = valuesMeaning<BookingExtra>(
  'A field of {@createBooking} for which not every supplier has a place.',
  {
    ARRIVAL_TIME: '{arrivalTime}. A supplier without a place for it gets it in words, before {specialRequests}.',
    GENDER: '{gender} of each of the {guests}, for hotels that ask for it.',
    LOYALTY: '{loyalty}: the programme and the number of the member.',
    TAX_REGISTRATION_NUMBER: '{taxRegistrationNumber}, for invoices in countries that demand it.',
    INVOICING: '{invoicing}: the company that an invoice names.',
    TRAVEL_PURPOSE: '{travelPurpose}, for rates and reports that depend on it.',
  },
)

export const LOYALTY = typeMeaning<Loyalty>('A membership in a loyalty programme.', {
  programId: means('The programme, by the id that the supplier has for it: 1 to 64 characters.', 'SN'),
  memberId: means('The member’s number in it: 1 to 64 characters.', 'ABC123'),
})

export const COMPANY_ADDRESS = typeMeaning<CompanyAddress>('Where a company has its seat.', {
  addressLines: means('Street, number and what else is needed, as 1 to 3 lines of at most 100 characters.', [
    '12 St James’s Square',
  ]),
  city: means('The city, 1 to 100 characters.', 'London'),
  stateProvinceCode: means('The state or province by its code, where addresses have one. Absent: none.', 'WA'),
  postalCode: means('The postal code, where addresses have one. Absent: none.', 'SW1Y 4JH'),
  countryCode: means('The country as its ISO 3166-1 alpha-2 code.', 'GB'),
})

export const INVOICING = typeMeaning<Invoicing>('To whom an invoice is made out, and where it is sent.', {
  companyName: means(
    'The company’s name as the invoice has to show it, 1 to 200 characters.',
    'Analytical Engines Ltd',
  ),
  companyAddress: means('The company’s address as the invoice has to show it.'),
  email: means('The e-mail address that the invoice is sent to.', 'invoices@example.com'),
})

export const LOYALTY_INPUT = { ...LOYALTY, says: 'A membership that the guest wants to be counted.' }
export const COMPANY_ADDRESS_INPUT = { ...COMPANY_ADDRESS, says: 'The address to put on an invoice.' }
export const INVOICING_INPUT = { ...INVOICING, says: 'The company that asks for an invoice.' }

const ABSENT = 'Absent: not told.'
const NULL = 'Null when none was sent, and when personal data has been deleted.'

/** The same fields in a create request and in a booking's details. */
function extras(end: string) {
  return {
    arrivalTime: means(
      `When the guests will arrive on the day of {checkIn}, as HH:MM at the hotel’s place. Who comes after midnight writes so in {specialRequests}. ${end}`,
      '22:30',
    ),
    loyalty: means(`The membership of the guest of the first room. ${end}`),
    taxRegistrationNumber: means(
      `The customer’s number at the tax office, which some countries’ suppliers have to know: of Brazilian guests a CPF or CNPJ. At most 32 letters, digits, spaces, dots, hyphens and slashes. ${end}`,
      '111.444.777-35',
    ),
    invoicing: means(`To whom an invoice is made out. ${end}`),
    travelPurpose: means(`Why the guests travel. ${end}`, 'BUSINESS'),
  }
}

export const EXTRAS_INPUT = extras(ABSENT)
export const EXTRAS = extras(NULL)
