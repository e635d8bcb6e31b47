import { type BookingExtra, type Invoicing, unsentExtras } from '../../domain/booking-extras.ts'
import type { BookingDetails, InvoicingView } from '../../domain/contract/booking.ts'
import type { BookingParty } from './machinery/guests.ts'

type ExtrasView = Pick<
  BookingDetails,
  'arrivalTime' | 'loyalty' | 'taxRegistrationNumber' | 'invoicing' | 'travelPurpose' | 'unsentFields'
>

/** What a booking was told beside its guests, and which of it the supplier did not get. */
export function extrasView(party: BookingParty | null, takes: readonly BookingExtra[] = []): ExtrasView {
  const extras = party?.extras ?? {}
  return {
    arrivalTime: extras.arrivalTime ?? null,
    loyalty: extras.loyalty ?? null,
    taxRegistrationNumber: extras.taxRegistrationNumber ?? null,
    invoicing: extras.invoicing ? invoicingView(extras.invoicing) : null,
    travelPurpose: extras.travelPurpose ?? null,
    unsentFields: party ? unsentExtras({ extras, guests: party.guests }, takes) : [],
  }
}

function invoicingView({ companyName, companyAddress, email }: Invoicing): InvoicingView {
  const { addressLines, city, stateProvinceCode = null, postalCode = null, countryCode } = companyAddress
  return { companyName, companyAddress: { addressLines, city, stateProvinceCode, postalCode, countryCode }, email }
}
