import type { AcceptedTermsList, AcceptedTermsView } from '../domain/contract/supplier-terms.ts'
import { ACCEPT_TERMS_INPUT, ACCEPTED_TERMS, ACCEPTED_TERMS_LIST } from '../domain/meanings/supplier-terms.ts'
import { builder, meant } from './builder.ts'

export const AcceptedTermsType = builder.objectRef<AcceptedTermsView>('AcceptedTerms').implement({
  ...meant(ACCEPTED_TERMS),
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    supplierName: t.exposeString('supplierName'),
    version: t.exposeString('version'),
    supplierTermsUrl: t.expose('supplierTermsUrl', { type: 'URL', nullable: true }),
    agentAgreementUrl: t.expose('agentAgreementUrl', { type: 'URL', nullable: true }),
    demanded: t.exposeBoolean('demanded'),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
    acceptedByKeyId: t.exposeID('acceptedByKeyId', { nullable: true }),
  }),
})

export const AcceptedTermsListType = builder.objectRef<AcceptedTermsList>('AcceptedTermsList').implement({
  ...meant(ACCEPTED_TERMS_LIST),
  fields: (t) => ({ terms: t.expose('terms', { type: [AcceptedTermsType] }) }),
})

export const AcceptSupplierTermsInputType = builder.inputType('AcceptSupplierTermsInput', {
  ...meant(ACCEPT_TERMS_INPUT),
  fields: (t) => ({ supplierCode: t.string({ required: true }), version: t.string({ required: true }) }),
})
