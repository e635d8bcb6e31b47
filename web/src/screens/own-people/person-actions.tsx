import { Text } from '@mantine/core'
import type { Action, ActionField } from '../../kit/action.ts'
import { given, ownAction } from '../../portal/own-action.ts'
import { ShownOnce } from '../../portal/shown-once.tsx'
import {
  DISABLE_OWN_PERSON,
  INVITE_OWN_PERSON,
  type Invited,
  LINK_OWN_PERSON,
  type OwnPerson,
  SET_OWN_PERSON_ROLES,
} from './documents.ts'

const ROLES = ['partner_admin'] as const

/** What each role may, in the words of whoever chooses. */
export const ROLE_MEANS: Readonly<Record<string, string>> = {
  partner_support: 'Support: bookings, limits, the sandbox as it stands',
  partner_developer: 'Developer: also webhooks, and the sandbox’s clock and faults',
  partner_admin: 'Admin: also keys and people',
}

function roleField(byDefault: string): ActionField {
  return {
    name: 'role',
    label: 'May',
    kind: 'choice',
    isRequired: true,
    byDefault,
    options: Object.entries(ROLE_MEANS),
  }
}

export const INVITE: Action = ownAction({
  label: 'Invite',
  title: 'Invite a colleague',
  roles: ROLES,
  fields: [
    {
      name: 'name',
      label: 'Name',
      isRequired: true,
      hint: 'One word, under which the audit log knows the person: a-z, 0-9, dot, dash and underscore.',
    },
    { name: 'email', label: 'E-mail', hint: 'By which an identity provider knows the person.' },
    roleField('partner_support'),
  ],
  says: 'Lets somebody sign in to this portal, for your organization alone.',
  document: INVITE_OWN_PERSON,
  variablesOf: (values) => ({
    name: given(values, 'name') ?? '',
    email: given(values, 'email'),
    roles: [given(values, 'role') ?? ''],
  }),
  pick: ({ inviteOwnPerson }) => inviteOwnPerson,
  done: (rows) => <SignInLink of={rows as Invited} />,
})

function SignInLink({ of: { person, signInPath } }: { readonly of: Invited }) {
  if (signInPath === null) return <Text size="sm">{person.name} signs in at your identity provider.</Text>
  return (
    <ShownOnce what="the link" value={`${window.location.origin}${signInPath}`}>
      It signs {person.name} in once, within a day. Send it to nobody else.
    </ShownOnce>
  )
}

export function newLink({ id, name }: OwnPerson): Action {
  return ownAction({
    label: 'New link',
    title: `A link for ${name}`,
    roles: ROLES,
    says: `Makes a link that signs ${name} in once, within a day.`,
    document: LINK_OWN_PERSON,
    variablesOf: () => ({ id }),
    pick: ({ linkOwnPerson }) => linkOwnPerson,
    done: (rows) => <SignInLink of={rows as Invited} />,
  })
}

export function setRoles({ id, name, roles }: OwnPerson): Action {
  return ownAction({
    label: 'Change',
    title: `What ${name} may do`,
    roles: ROLES,
    fields: [roleField(roles.at(-1) ?? 'partner_support')],
    says: `${name} has the new rights with the next click.`,
    document: SET_OWN_PERSON_ROLES,
    variablesOf: (values) => ({ id, roles: [given(values, 'role') ?? ''] }),
    pick: ({ setOwnPersonRoles }) => setOwnPersonRoles,
  })
}

export function disable({ id, name }: OwnPerson): Action {
  return ownAction({
    label: 'Disable',
    title: `Disable ${name}`,
    roles: ROLES,
    isDangerous: true,
    says: `${name} is signed out everywhere at once, and signs in no more.`,
    document: DISABLE_OWN_PERSON,
    variablesOf: () => ({ id }),
    pick: ({ disableOwnPerson }) => disableOwnPerson,
  })
}
