import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../contract/key.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

type KeyScope = 'search' | 'bookings:read' | 'bookings:write' | 'bookings:review' | 'webhooks' | 'keys' | 'sandbox'

export const KEY_SCOPE = valuesMeaning<KeyScope>('What a key may do.', {
  search: 'Search hotels, read hotels, ask for rooms and check options.',
  'bookings:read': 'Read bookings, penalties and the event log.',
  'bookings:write': 'Create bookings, confirm holds, quote and make cancellations.',
  'bookings:review': 'Approve or reject bookings that wait for a review.',
  webhooks: 'Manage webhook endpoints and their deliveries.',
  keys: 'List, replace, bind and revoke API keys.',
  sandbox: 'Move the clock of the sandbox and order faults there. It has no use in production.',
})

export const API_KEY = typeMeaning<ApiKeyView>(
  'An API key that is in use, as far as it may be shown. The key itself cannot be read again.',
  {
    keyId: means('Names the key when it is changed, replaced or revoked. It gives no access.', 'key_5f2d8a91c04be7a3'),
    prefix: means(
      'The beginning of the key, to recognize it by in your configuration: it says the environment and the first four characters of the secret.',
      'hdg_sandbox_Xk3v',
    ),
    scopes: means(
      withValues(
        'What the key may do.',
        KEY_SCOPE,
        'Anything else is refused with `FORBIDDEN`, which names the missing scope.',
      ),
      ['search', 'bookings:read', 'bookings:write'],
    ),
    addresses: means('The IP addresses and networks that the key works from. Empty: from everywhere.', [
      '203.0.113.0/24',
    ]),
    isCurrent: means('True for the key that this request was made with.'),
    rolledFrom: means(
      'The key that it was made to replace, by its id. Null when it replaces none.',
      'key_a81b3c55d9e0f716',
    ),
    createdAt: means('When the key was made, in RFC 3339 UTC.', '2026-11-22T11:00:00.000Z'),
    expiresAt: means(
      'When the key stops working, in RFC 3339 UTC. Null when it never does. For a key that was replaced it is at the latest the end of the overlap.',
      '2026-11-23T11:02:10.000Z',
    ),
    lastUsedAt: means(
      'When a request was last made with the key, in RFC 3339 UTC and exact to about a minute. Null when there was none: before revoking a key, see whether it is still used.',
      '2026-11-22T11:02:00.000Z',
    ),
  },
)

export const API_KEY_LIST = typeMeaning<ApiKeyList>('The API keys of your organization in this environment.', {
  keys: means(
    'The keys that are neither revoked nor expired, oldest first. There are 50 at the most, so the list has no pages.',
  ),
})

export const ROLLED_API_KEY = typeMeaning<RolledApiKey>('A new key, beside the one that it replaces.', {
  apiKey: means(
    'The new key in full, for the header `x-api-key`. It is shown this once: store it at once. When this answer is lost, roll the old key again; the lost one is then revoked.',
    'hdg_sandbox_Qm9zIGV4YW1wbGUga2V5IG9mIG5vYm9keSBhdCBhbGw',
  ),
  key: means('The new key as lists show it. It has the lifetime that the old key was made with.'),
  oldKey: means('The replaced key, with the time at which it now ends. Change every client over before then.'),
})

export const REVOKED_API_KEY = typeMeaning<RevokedApiKey>('A key that was taken out of use.', {
  keyId: means('The key that was revoked. Requests with it are refused within seconds.', 'key_5f2d8a91c04be7a3'),
  revoked: means('Always true: the key cannot come back into use.'),
})
