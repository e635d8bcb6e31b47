import { type Issue, issue } from './issue.ts'

/** What a create request may tell beside guests, and not every supplier has a field for. */
export const BOOKING_EXTRAS = [
  'ARRIVAL_TIME',
  'GENDER',
  'LOYALTY',
  'TAX_REGISTRATION_NUMBER',
  'INVOICING',
  'TRAVEL_PURPOSE',
] as const
export type BookingExtra = (typeof BOOKING_EXTRAS)[number]

/** `UNKNOWN`: the guest was asked, or need not be. */
export type Gender = 'MALE' | 'FEMALE' | 'UNKNOWN'

export type TravelPurpose = 'LEISURE' | 'BUSINESS'

/** A member of a loyalty programme, as the supplier names both. */
export type Loyalty = { readonly programId: string; readonly memberId: string }

export type CompanyAddress = {
  /** One to three, from the street on. */
  readonly addressLines: readonly string[]
  readonly city: string
  readonly stateProvinceCode?: string | null | undefined
  readonly postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
}

/** To whom the property or the supplier makes out its invoice. */
export type Invoicing = {
  readonly companyName: string
  readonly companyAddress: CompanyAddress
  readonly email: string
}

/** The extras of a whole booking; genders stand with the guests. */
export type BookingExtras = {
  /** `HH:MM` at the hotel's place, on the day of arrival. */
  readonly arrivalTime?: string | null | undefined
  readonly loyalty?: Loyalty | null | undefined
  readonly taxRegistrationNumber?: string | null | undefined
  readonly invoicing?: Invoicing | null | undefined
  readonly travelPurpose?: TravelPurpose | null | undefined
}

type Told = {
  readonly extras: BookingExtras
  readonly guests: readonly { readonly gender?: Gender | null | undefined }[]
}

/** Every extra that was told, in the order of the list. */
function toldExtras({ extras, guests }: Told): BookingExtra[] {
  const isTold: Readonly<Record<BookingExtra, boolean>> = {
    ARRIVAL_TIME: extras.arrivalTime != null,
    GENDER: guests.some(({ gender }) => gender != null && gender !== 'UNKNOWN'),
    LOYALTY: extras.loyalty != null,
    TAX_REGISTRATION_NUMBER: extras.taxRegistrationNumber != null,
    INVOICING: extras.invoicing != null,
    TRAVEL_PURPOSE: extras.travelPurpose != null,
  }
  return BOOKING_EXTRAS.filter((extra) => isTold[extra])
}

/** Every extra that was told and that the supplier has no place for. An arrival time reaches each of them, if only in words. */
export function unsentExtras(told: Told, takes: readonly BookingExtra[]): BookingExtra[] {
  return toldExtras(told).filter((extra) => extra !== 'ARRIVAL_TIME' && !takes.includes(extra))
}

/** The guests' requests for a supplier without a field for the time of arrival: it stands first, where no limit cuts it off. */
export function requestsWithArrival(requests: string | null, arrivalTime: string | null | undefined): string | null {
  if (arrivalTime == null) return requests
  const arrival = `Arrival about ${arrivalTime}.`
  return requests ? `${arrival} ${requests}` : arrival
}

/** A number without the marks that people write into it. */
export function bareTaxNumber(number: string): string {
  return number.replace(/[\s./-]/g, '').toUpperCase()
}

/** A CPF of 11 digits, or a CNPJ of 14 places, of which the first twelve may be letters since July 2026. */
const BRAZILIAN = /^(?:\d{11}|[A-Z\d]{12}\d{2})$/

/** The fault of a number that the supplier would refuse for a guest of this nationality; nothing where it is not sent. */
export function taxNumberFaults(number: string | null | undefined, nationality: string): Issue[] {
  if (number == null || nationality !== 'BR' || BRAZILIAN.test(bareTaxNumber(number))) return []
  const message = 'tax_registration_number of a Brazilian guest must be a CPF of 11 digits or a CNPJ of 14 places'
  return [issue('tax_registration_number', 'INVALID_FORMAT', message)]
}
