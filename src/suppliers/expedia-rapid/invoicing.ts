import { type BookingExtras, bareTaxNumber, type Invoicing, type Loyalty } from '../../domain/booking-extras.ts'

/** The member is one person, so the membership goes with the lead guest of the first room. */
export function loyaltyOf({ programId, memberId }: Loyalty): object {
  return { program_id: programId, member_id: memberId }
}

/** What the property or Expedia needs for an invoice, in the fields of a create request. */
export function invoiceFields({ taxRegistrationNumber, invoicing }: BookingExtras = {}): object {
  return {
    ...(taxRegistrationNumber == null ? {} : { tax_registration_number: bareTaxNumber(taxRegistrationNumber) }),
    ...(invoicing == null ? {} : { invoicing: invoicingOf(invoicing) }),
  }
}

function invoicingOf({ companyName, companyAddress, email }: Invoicing): object {
  const { addressLines, city, stateProvinceCode, postalCode, countryCode } = companyAddress
  return {
    company_name: companyName,
    company_address: {
      ...Object.fromEntries(addressLines.map((line, index) => [`line_${index + 1}`, line])),
      city,
      ...(stateProvinceCode == null ? {} : { state_province_code: stateProvinceCode }),
      ...(postalCode == null ? {} : { postal_code: postalCode }),
      country_code: countryCode,
    },
    email,
  }
}
