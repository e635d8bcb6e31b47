import { toRfc3339 } from '../../../domain/time.ts'
import {
  disablePerson,
  type Invited,
  type Inviter,
  invitePerson,
  linkPerson,
  setRolesOfPerson,
} from '../../../operations/console/own-people.ts'
import type { ConsoleUser } from '../../../store/console-users.ts'
import type { ConsoleContext } from '../../context.ts'
import { ownOrganization, takePoint, valueOf } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'

const OwnPerson = builder.objectRef<ConsoleUser>('OwnPerson').implement({
  description: 'Somebody who may sign in to the portal of the organization.',
  fields: (t) => ({
    id: t.exposeID('userId'),
    name: t.exposeString('name'),
    email: t.exposeString('email', { nullable: true }),
    roles: t.exposeStringList('roles'),
    isViewer: t.boolean({ resolve: ({ userId }, _args, { viewer }) => userId === viewer.userId }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    disabledAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ disabledAt }) => (disabledAt === null ? null : toRfc3339(disabledAt)),
    }),
  }),
})

const InvitedPerson = builder.objectRef<Invited>('InvitedPerson').implement({
  fields: (t) => ({
    person: t.field({ type: OwnPerson, resolve: ({ person }) => person }),
    signInPath: t.exposeString('signInPath', {
      nullable: true,
      description: 'What signs them in, once, within a day. It is told here, once; null in production.',
    }),
  }),
})

function inviter(context: ConsoleContext): Inviter {
  const { viewer, core, requestId } = context
  return { viewer, organizationId: ownOrganization(context), environment: core.config.environment, requestId }
}

builder.queryField('ownPeople', (t) =>
  t.field({
    type: [OwnPerson],
    ...only('partner_admin'),
    resolve: (_root, _args, context) => context.core.store.consoleUsers.list(ownOrganization(context)),
  }),
)

builder.mutationField('inviteOwnPerson', (t) =>
  t.field({
    type: InvitedPerson,
    description: 'Lets a colleague sign in.',
    ...only('partner_admin'),
    args: {
      name: t.arg.string({ required: true }),
      email: t.arg.string({}),
      roles: t.arg.stringList({ required: true, description: 'partner_support, partner_developer, partner_admin' }),
    },
    resolve: async (_root, { name, email, roles }, context) => {
      await takePoint(context, 'keys')
      return valueOf(await invitePerson(context.core.deps, inviter(context), { name, email: email ?? null, roles }))
    },
  }),
)

builder.mutationField('linkOwnPerson', (t) =>
  t.field({
    type: InvitedPerson,
    description: 'Makes a new link that signs somebody in, in the sandbox.',
    ...only('partner_admin'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await takePoint(context, 'keys')
      return valueOf(await linkPerson(context.core.deps, inviter(context), id))
    },
  }),
)

builder.mutationField('setOwnPersonRoles', (t) =>
  t.field({
    type: OwnPerson,
    ...only('partner_admin'),
    args: { id: t.arg.id({ required: true }), roles: t.arg.stringList({ required: true }) },
    resolve: async (_root, { id, roles }, context) => {
      await takePoint(context, 'keys')
      return valueOf(await setRolesOfPerson(context.core.deps, inviter(context), { userId: id, roles }))
    },
  }),
)

builder.mutationField('disableOwnPerson', (t) =>
  t.field({
    type: OwnPerson,
    description: 'Lets somebody sign in no more, and ends what they have open.',
    ...only('partner_admin'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await takePoint(context, 'keys')
      return valueOf(await disablePerson(context.core.deps, inviter(context), id))
    },
  }),
)
