import { means, typeMeaning } from './meaning.ts'

export const ROLL_API_KEY_INPUT = typeMeaning(
  'Which key to replace. The new key is like the old one in all that is left out.',
  {
    keyId: means('The key to replace. It may be the one that the request is made with.', 'key_5f2d8a91c04be7a3'),
    overlapSeconds: means(
      'For how many seconds the old key goes on working beside the new one: at least 60, because the answer with the new key can be lost, and at most 2592000 (30 days). When left out or null: 86400, a day.',
      3600,
    ),
    scopes: means(
      'What the new key may do: only scopes that the old key and the key of this request have. When left out or null: all of the old key’s.',
      ['search', 'bookings:read'],
    ),
    addresses: means(
      'The IP addresses and networks that the new key works from, at most 50. An empty list: from everywhere. When left out or null: those of the old key.',
      ['203.0.113.0/24'],
    ),
  },
)

export const UPDATE_API_KEY_INPUT = typeMeaning('From where a key may be used.', {
  keyId: means('The key to change.', 'key_5f2d8a91c04be7a3'),
  addresses: means(
    'The IP addresses and networks that the key works from now on, at most 50, in place of those so far. An empty list: from everywhere. For the key of this request, its own address must be among them.',
    ['203.0.113.0/24'],
  ),
})

export const REVOKE_API_KEY_INPUT = typeMeaning('Which key to take out of use.', {
  keyId: means(
    'The key to revoke. It is refused when no other key of your organization goes on for more than a day, or for as long as this one: then roll it instead.',
    'key_5f2d8a91c04be7a3',
  ),
  allowCurrent: means(
    'Must be true to revoke the very key that the request is made with, so that it does not happen by mistake.',
    true,
  ),
})
