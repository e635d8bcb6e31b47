import type { Action, ActionField } from '../../kit/action.ts'
import type { Operator, SignInRules } from './documents.ts'

const ADMIN = ['admin'] as const

/** What each role may, in the words of whoever chooses. */
export const ROLE_MEANS: Readonly<Record<string, string>> = {
  viewer: 'Viewer: reads everything but guests and secrets',
  support: 'Support: also guests, reviews, cases, webhooks',
  operations: 'Operations: also suppliers, mapping, endpoints, settling',
  finance: 'Finance: rates, and reads everything but guests',
  admin: 'Admin: all, and organizations, keys, people, erasing',
}

function rolesField(byDefault: string): ActionField {
  return {
    name: 'roles',
    label: 'May',
    kind: 'choice',
    isRequired: true,
    byDefault,
    options: [...Object.entries(ROLE_MEANS), ['operations,finance', 'Operations and finance']],
  }
}

export function inviteInto({ byProvider }: SignInRules): Action {
  return {
    label: 'Invite',
    title: 'Invite an operator',
    mutation: 'inviteUser',
    roles: ADMIN,
    needsTwo: true,
    says: byProvider
      ? 'Lets a person sign in here whose e-mail address the identity provider has verified.'
      : 'Lets a person sign in here, by a link: npm run admin -- user link NAME.',
    fields: [
      {
        name: 'name',
        label: 'Name',
        isRequired: true,
        hint: 'One word, under which the audit log knows the person: a-z, 0-9, dot, dash and underscore.',
      },
      {
        name: 'email',
        label: 'E-mail',
        isRequired: byProvider,
        hint: 'As the identity provider knows it. Whoever approves this reads it.',
      },
      rolesField('viewer'),
    ],
  }
}

export function changeRoles({ id, name, roles }: Operator, { rolesFromGroups }: SignInRules): Action {
  return {
    label: 'Change',
    title: `What ${name} may do`,
    mutation: 'rolesUser',
    values: { id },
    roles: ADMIN,
    needsTwo: true,
    says: rolesFromGroups
      ? `${name} has the new rights with the next click, and those of their groups again with the next sign-in.`
      : `${name} has the new rights with the next click.`,
    fields: [rolesField(roles.join(','))],
  }
}

export function endSessions({ id, name, isViewer }: Operator): Action {
  return {
    label: 'Sign out',
    title: `Sign ${name} out everywhere`,
    mutation: 'endSessionsUser',
    values: { id },
    roles: ADMIN,
    says: isViewer
      ? 'Ends every session of yours, this one too. You may sign in again.'
      : `Ends every session of ${name} at once. They may sign in again.`,
  }
}

export function disable({ id, name }: Operator): Action {
  return {
    label: 'Disable',
    title: `Disable ${name}`,
    mutation: 'disableUser',
    values: { id },
    roles: ADMIN,
    isDangerous: true,
    says: `${name} is signed out everywhere at once, and signs in no more, whatever the identity provider says.`,
  }
}
