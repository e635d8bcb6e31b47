import { z } from 'zod'
import { ACCEPTED_TERMS, ACCEPTED_TERMS_LIST } from '../../domain/meanings/supplier-terms.ts'
import { timestamp, viewSchema } from './shape.ts'

export const acceptedTerms = viewSchema(ACCEPTED_TERMS)(
  z.strictObject({
    supplierCode: z.string(),
    supplierName: z.string(),
    version: z.string(),
    supplierTermsUrl: z.string().nullable(),
    agentAgreementUrl: z.string().nullable(),
    demanded: z.boolean(),
    acceptedAt: timestamp.nullable(),
    acceptedByKeyId: z.string().nullable(),
  }),
)

export const acceptedTermsList = viewSchema(ACCEPTED_TERMS_LIST)(z.strictObject({ terms: z.array(acceptedTerms) }))
