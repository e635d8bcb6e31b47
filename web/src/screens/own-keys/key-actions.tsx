import type { Action } from '../../kit/action.ts'
import { Time } from '../../kit/time.tsx'
import { givenWords, ownAction } from '../../portal/own-action.ts'
import { ShownOnce } from '../../portal/shown-once.tsx'
import { BIND_OWN_KEY, type OwnKey, REVOKE_OWN_KEY, ROLL_OWN_KEY, type Rolled } from './documents.ts'

const OVERLAPS = [
  ['3600', 'one hour'],
  ['86400', 'one day'],
  ['604800', 'one week'],
  ['2592000', '30 days'],
] as const

export function rollKey({ id, prefix, scopes }: OwnKey): Action {
  return ownAction({
    label: 'Roll',
    title: `Roll ${prefix}…`,
    roles: ['partner_admin'],
    fields: [
      {
        name: 'overlap',
        label: 'How long the old key works on',
        kind: 'choice',
        options: OVERLAPS,
        byDefault: '86400',
        isRequired: true,
      },
      ...scopes.map((scope) => ({
        name: `scope:${scope}`,
        label: `May ${scope}`,
        kind: 'flag' as const,
        byDefault: true,
      })),
    ],
    says: 'Makes a new key with the scopes below, never with more. The old one works on until the overlap has ended: put the new key in place before.',
    document: ROLL_OWN_KEY,
    variablesOf: (values) => ({
      keyId: id,
      overlapSeconds: Number(values['overlap']),
      scopes: scopes.filter((scope) => values[`scope:${scope}`] === true),
    }),
    pick: ({ rollOwnKey }) => rollOwnKey,
    done: (rows) => <NewKey rolled={rows as Rolled} />,
  })
}

function NewKey({ rolled: { apiKey, oldKey } }: { readonly rolled: Rolled }) {
  return (
    <ShownOnce what="the new key" value={apiKey}>
      The old key works until <Time at={oldKey.expiresAt} />.
    </ShownOnce>
  )
}

export function bindKey({ id, prefix, addresses }: OwnKey): Action {
  return ownAction({
    label: 'Bind',
    title: `From where ${prefix}… works`,
    roles: ['partner_admin'],
    fields: [
      {
        name: 'addresses',
        label: 'Addresses and networks',
        kind: 'long',
        byDefault: addresses.join('\n'),
        hint: 'One a line, as in 203.0.113.0/24. Empty: from everywhere.',
      },
    ],
    says: 'Requests with this key from any other address are refused within seconds.',
    document: BIND_OWN_KEY,
    variablesOf: (values) => ({ keyId: id, addresses: givenWords(values, 'addresses') ?? [] }),
    pick: ({ bindOwnKey }) => bindOwnKey,
  })
}

export function revokeKey({ id, prefix, lastUsedAt }: OwnKey): Action {
  return ownAction({
    label: 'Revoke',
    title: `Revoke ${prefix}…`,
    roles: ['partner_admin'],
    isDangerous: true,
    says: (
      <>
        Every request with this key is refused within seconds, and it cannot be brought back. It was last used:{' '}
        <Time at={lastUsedAt} none="never" />.
      </>
    ),
    document: REVOKE_OWN_KEY,
    variablesOf: () => ({ keyId: id }),
    pick: ({ revokeOwnKey }) => revokeOwnKey,
  })
}
