import { emptyInput } from '../../operations/inputs/input.ts'
import * as key from '../../operations/inputs/key.ts'
import { POST, READ, type Route } from './route.ts'

/** The routes of an organization's own API keys. */
export const API_KEY_ROUTES: readonly Route[] = [
  {
    ...READ,
    path: '/keys',
    operation: 'listApiKeys',
    summary: 'List the keys that are in use',
    scope: 'keys',
    rateClass: 'keys',
    input: emptyInput,
  },
  {
    ...POST,
    path: '/keys/:key_id/roll',
    operation: 'rollApiKey',
    summary: 'A new key beside an old one, which ends after the overlap; it is shown this once',
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
    summary: 'Bind a key to addresses',
    scope: 'keys',
    rateClass: 'keys',
    input: key.updateApiKeyInput,
    message: 'key changed',
  },
  {
    ...POST,
    path: '/keys/:key_id/revoke',
    operation: 'revokeApiKey',
    summary: 'Take a key out of use; not the last one, and the one that asks only when that is said',
    scope: 'keys',
    rateClass: 'keys',
    input: key.revokeApiKeyInput,
    message: 'key revoked',
  },
]
