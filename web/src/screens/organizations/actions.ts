import type { Action } from '../../kit/action.ts'
import type { Organization, OrganizationKey, OrganizationSupplier } from './documents.ts'

const SCOPES = 'search, bookings:read, bookings:write …, divided by commas; empty: those that a new key usually has.'
const CURRENCIES = [
  ['USD', 'USD'],
  ['EUR', 'EUR'],
] as const

export const CREATE: Action = {
  label: 'New organization',
  mutation: 'createOrganization',
  roles: ['admin'],
  says: 'Adds a partner. It can ask for nothing until it has a key and a supplier.',
  fields: [
    {
      name: 'id',
      label: 'Id',
      isRequired: true,
      hint: 'org_ and up to 40 of a–z, 0–9 and _; it never changes.',
      byDefault: 'org_',
    },
    { name: 'name', label: 'Name', isRequired: true },
    {
      name: 'listCurrency',
      label: 'Currency of its hotel lists',
      kind: 'choice',
      options: CURRENCIES,
      byDefault: 'USD',
    },
    { name: 'rateLimitFactor', label: 'Times the usual limits', hint: 'A whole number; 1 by default.' },
  ],
}

/** Changes settings: what is left empty stays. */
export function changeOf({ id, name }: Organization): Action {
  return {
    label: 'Change settings',
    title: `Change ${name}`,
    mutation: 'setOrganization',
    values: { id },
    roles: ['admin'],
    says: 'What is left empty stays as it is. Searches use a change within seconds.',
    fields: [
      { name: 'name', label: 'Name' },
      {
        name: 'listCurrency',
        label: 'Currency of its hotel lists',
        kind: 'choice',
        options: [['', 'as it is'], ...CURRENCIES],
      },
      { name: 'rateLimitFactor', label: 'Times the usual limits', hint: 'A whole number.' },
      { name: 'rateLimit', label: 'Limit of one class', hint: 'class=points a minute, for example search=500.' },
      { name: 'supplierOrder', label: 'Order of suppliers', hint: 'Codes divided by commas, or as-connected.' },
      { name: 'rateConditions', label: 'Sells besides', hint: 'package-only, opaque …, or none.' },
      {
        name: 'closedUserGroup',
        label: 'Sells to a closed group only',
        kind: 'choice',
        options: [
          ['', 'as it is'],
          ['yes', 'yes'],
          ['no', 'no'],
        ],
      },
      {
        name: 'sellingPrice',
        label: 'Binding selling prices',
        kind: 'choice',
        options: [
          ['', 'as it is'],
          ['tell', 'told with the rate'],
          ['hide', 'such rates are not shown'],
        ],
      },
      { name: 'voucherContact', label: 'Contact on vouchers', hint: 'Name; phone; e-mail, or none.' },
    ],
  }
}

export function newKeyOf({ id, name }: Organization): Action {
  return {
    label: 'New key',
    title: `New key for ${name}`,
    mutation: 'createKey',
    values: { organization: id },
    roles: ['admin'],
    says: 'Makes an API key. It is shown once, here, and kept nowhere: hand it over before you close.',
    fields: [
      { name: 'scopes', label: 'Scopes', hint: SCOPES },
      { name: 'expiresInDays', label: 'Days until it expires', hint: 'Empty: it does not.' },
      {
        name: 'addresses',
        label: 'Only from',
        hint: 'Networks divided by commas, 203.0.113.0/24; empty: from anywhere.',
      },
    ],
  }
}

export function rollOf({ id, prefix }: OrganizationKey): Action {
  return {
    label: 'Roll',
    title: `Roll ${prefix}…`,
    mutation: 'rollKey',
    values: { id },
    roles: ['admin'],
    says: 'Makes a key with the same scopes, shown once. The old one goes on for the overlap, then it ends.',
    fields: [{ name: 'overlapSeconds', label: 'Overlap in seconds', hint: 'A day (86400) by default.' }],
  }
}

export function revokeOf({ id, prefix, lastUsedAt }: OrganizationKey): Action {
  return {
    label: 'Revoke',
    title: `Revoke ${prefix}…`,
    mutation: 'revokeKey',
    values: { id },
    roles: ['admin'],
    isDangerous: true,
    says: `Requests with this key are refused within seconds. It ${lastUsedAt === null ? 'was never used' : `was last used ${lastUsedAt}`}.`,
  }
}

/** Enables what is disabled, and the other way round. */
export function switchOf(organization: string, { supplierCode, connectionId, enabled }: OrganizationSupplier): Action {
  const common = {
    values: { organization, supplier: supplierCode, connection: connectionId },
    roles: ['operations'] as const,
  }
  return enabled
    ? {
        ...common,
        label: 'Disable',
        title: `Disable ${supplierCode}`,
        mutation: 'disableSupplier',
        isDangerous: true,
        says: `Its searches no longer ask ${connectionId}. Bookings that stand can still be managed.`,
      }
    : {
        ...common,
        label: 'Enable',
        title: `Enable ${supplierCode}`,
        mutation: 'enableSupplier',
        says: `Its searches ask ${connectionId} again.`,
      }
}

export function inviteOf({ id, name }: Organization): Action {
  return {
    label: 'Invite',
    title: `Invite somebody of ${name}`,
    mutation: 'inviteUser',
    values: { organization: id },
    roles: ['admin'],
    says: 'Lets a person sign in to this organization’s portal, and to nothing else.',
    fields: [
      {
        name: 'name',
        label: 'Name',
        isRequired: true,
        hint: 'One word, as the audit log will have it: a–z, 0–9, dot, dash.',
      },
      {
        name: 'roles',
        label: 'Role',
        kind: 'choice',
        isRequired: true,
        byDefault: 'partner_developer',
        options: [
          ['partner_support', 'Support: bookings and notes'],
          ['partner_developer', 'Developer: endpoints, logs, sandbox'],
          ['partner_admin', 'Admin: keys and people besides'],
        ],
      },
      { name: 'email', label: 'E-mail', hint: 'By which the identity provider knows the person.' },
    ],
  }
}

export function eraseOf({ id, name }: Organization): Action {
  return {
    label: 'Erase',
    title: `Erase ${name}`,
    mutation: 'eraseOrganization',
    values: { id },
    roles: ['admin'],
    isDangerous: true,
    needsTwo: true,
    says: 'Revokes its keys, unlinks its suppliers and deletes its personal data. Bookings that are not over stand in the way, unless you say otherwise.',
    fields: [
      { name: 'confirm', label: `Type ${id}`, isRequired: true },
      { name: 'force', label: 'Even with bookings that are not over', kind: 'flag' },
    ],
  }
}
