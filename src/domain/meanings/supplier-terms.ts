import type { AcceptedTermsList, AcceptedTermsView } from '../contract/supplier-terms.ts'
import { means, typeMeaning } from './meaning.ts'

const SUPPLIER_CODE = means('The supplier, by its code.', 'expedia_rapid')
const VERSION = 'Which version of the terms it is. Another one has to be accepted again.'

export const ACCEPTED_TERMS = typeMeaning<AcceptedTermsView>(
  'The terms of a supplier that you sell, and whether your organization has accepted them.',
  {
    supplierCode: SUPPLIER_CODE,
    supplierName: means('The supplier’s name for people.', 'Expedia Rapid'),
    version: means(VERSION, '2026-01'),
    supplierTermsUrl: means(
      'The terms that guests accept by booking, in your language. Null when the operator has stored no link.',
      'https://supplier.example/terms/en',
    ),
    agentAgreementUrl: means(
      'The agreement that you accept, and that agents who book with you have to accept, in your language. Null when the operator has stored no link.',
      'https://supplier.example/agents/en',
    ),
    demanded: means('True when nothing of the supplier can be booked until they are accepted.', true),
    acceptedAt: means(
      'When this version was accepted, in RFC 3339 and UTC. Null when it is not.',
      '2027-01-14T09:30:12.450Z',
    ),
    acceptedByKeyId: means(
      'The key with which it was accepted. Null when it is not accepted, or the operator has done it for you.',
      'key_5f2d8a91c04be7a3',
    ),
  },
)

export const ACCEPTED_TERMS_LIST = typeMeaning<AcceptedTermsList>('The terms of all enabled suppliers that have any.', {
  terms: means('One entry for each supplier with terms. Empty when no supplier has any.'),
})

export const ACCEPT_TERMS_INPUT = typeMeaning('Which terms are accepted.', {
  supplierCode: SUPPLIER_CODE,
  version: means(
    'The version that was read: the one that {@listSupplierTerms} tells. Any other is refused.',
    '2026-01',
  ),
})

export const TERMS_DETAILS = typeMeaning('Which terms have to be accepted first.', {
  supplierCode: means('The supplier whose terms they are, by its code.', 'expedia_rapid'),
  version: means(VERSION, '2026-01'),
  supplierTermsUrl: ACCEPTED_TERMS.fields.supplierTermsUrl,
  agentAgreementUrl: ACCEPTED_TERMS.fields.agentAgreementUrl,
  acceptAt: means(
    'The path of this service that accepts them, with a key that has the scope `keys`; over GraphQL it is the mutation `acceptSupplierTerms`.',
    '/supplier-terms/expedia_rapid/accept',
  ),
})
