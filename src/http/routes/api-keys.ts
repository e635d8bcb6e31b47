import { emptyInput } from '../../operations/inputs/input.ts'
import * as key from '../../operations/inputs/key.ts'
import { POST, READ, type Route } from './route.ts'

/** The routes of an organization's own API keys. */
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
