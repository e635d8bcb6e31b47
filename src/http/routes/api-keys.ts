import { emptyInput } from '../../operations/inputs/input.ts'
import * as key from '../../operations/inputs/key.ts'
import { acceptSupplierTermsInput } from '../../operations/inputs/supplier-terms.ts'
import { POST, READ, type Route } from './route.ts'

/** The routes of an organization's own API keys, and of what it has accepted. */
export const API_KEY_ROUTES: readonly Route[] = [
  {
    ...READ,
    path: '/me',
    operation: 'getMe',
    scope: null,
    rateClass: 'static',
    input: emptyInput,
  },
  {
    ...READ,
    path: '/supplier-terms',
    operation: 'listSupplierTerms',
    scope: null,
    rateClass: 'static',
    input: emptyInput,
  },
  {
    ...POST,
    path: '/supplier-terms/:supplier_code/accept',
    operation: 'acceptSupplierTerms',
    scope: 'keys',
    rateClass: 'keys',
    input: acceptSupplierTermsInput,
    message: 'terms accepted',
  },
  {
    ...READ,
    path: '/keys',
    operation: 'listApiKeys',
    scope: 'keys',
    rateClass: 'keys',
    input: emptyInput,
  },
  {
    ...POST,
    path: '/keys/:key_id/roll',
    operation: 'rollApiKey',
    scope: 'keys',
    rateClass: 'keys',
    input: key.rollApiKeyInput,
    message: 'key rolled',
    status: 201,
  },
  {
    ...POST,
    method: 'PATCH',
    path: '/keys/:key_id',
    operation: 'updateApiKey',
    scope: 'keys',
    rateClass: 'keys',
    input: key.updateApiKeyInput,
    message: 'key changed',
  },
  {
    ...POST,
    path: '/keys/:key_id/revoke',
    operation: 'revokeApiKey',
    scope: 'keys',
    rateClass: 'keys',
    input: key.revokeApiKeyInput,
    message: 'key revoked',
  },
]
