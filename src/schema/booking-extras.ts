import type { CompanyAddressView, InvoicingView, LoyaltyView } from '../domain/contract/booking.ts'
import {
  COMPANY_ADDRESS,
  COMPANY_ADDRESS_INPUT,
  INVOICING,
  INVOICING_INPUT,
  LOYALTY,
  LOYALTY_INPUT,
} from '../domain/meanings/booking-extras.ts'
import { builder, meant } from './builder.ts'

export const LoyaltyType = builder.objectRef<LoyaltyView>('Loyalty').implement({
  ...meant(LOYALTY),
  fields: (t) => ({ programId: t.exposeString('programId'), memberId: t.exposeString('memberId') }),
})

const CompanyAddressType = builder.objectRef<CompanyAddressView>('CompanyAddress').implement({
  ...meant(COMPANY_ADDRESS),
  fields: (t) => ({
    addressLines: t.exposeStringList('addressLines'),
    city: t.exposeString('city'),
    stateProvinceCode: t.exposeString('stateProvinceCode', { nullable: true }),
    postalCode: t.exposeString('postalCode', { nullable: true }),
    countryCode: t.expose('countryCode', { type: 'CountryCode' }),
  }),
})

export const InvoicingType = builder.objectRef<InvoicingView>('Invoicing').implement({
  ...meant(INVOICING),
  fields: (t) => ({
    companyName: t.exposeString('companyName'),
    companyAddress: t.expose('companyAddress', { type: CompanyAddressType }),
    email: t.exposeString('email'),
  }),
})

export const LoyaltyInput = builder.inputType('LoyaltyInput', {
  ...meant(LOYALTY_INPUT),
  fields: (t) => ({ programId: t.string({ required: true }), memberId: t.string({ required: true }) }),
})

const CompanyAddressInput = builder.inputType('CompanyAddressInput', {
  ...meant(COMPANY_ADDRESS_INPUT),
  fields: (t) => ({
    addressLines: t.stringList({ required: true }),
    city: t.string({ required: true }),
    stateProvinceCode: t.string(),
    postalCode: t.string(),
    countryCode: t.field({ type: 'CountryCode', required: true }),
  }),
})

export const InvoicingInput = builder.inputType('InvoicingInput', {
  ...meant(INVOICING_INPUT),
  fields: (t) => ({
    companyName: t.string({ required: true }),
    companyAddress: t.field({ type: CompanyAddressInput, required: true }),
    email: t.string({ required: true }),
  }),
})
