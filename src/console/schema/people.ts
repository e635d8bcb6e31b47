import { toRfc3339 } from '../../domain/time.ts'
import { openAt } from '../../operations/console/sign-in.ts'
import type { ConsoleSession, SessionFacts } from '../../store/console-sessions.ts'
import type { ConsoleUser } from '../../store/console-users.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { told } from './organization-parts.ts'

type Operator = { readonly user: ConsoleUser; readonly sessions: SessionFacts }

const Session = builder.objectRef<ConsoleSession>('OperatorSession').implement({
  description: 'Where somebody is signed in.',
  fields: (t) => ({
    id: t.exposeID('sessionId'),
    signedInBy: t.exposeString('signedInBy', { description: '`link` or `oidc`' }),
    signedInAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    seenAt: t.field({ type: 'DateTime', resolve: ({ seenAt }) => toRfc3339(seenAt) }),
    endsAt: t.field({ type: 'DateTime', resolve: ({ expiresAt }) => toRfc3339(expiresAt) }),
    isViewers: t.boolean({
      description: 'The session in which this is asked.',
      resolve: ({ sessionId }, _args, { viewer }) => sessionId === viewer.sessionId,
    }),
  }),
})

const OperatorType = builder.objectRef<Operator>('Operator').implement({
  description: 'Somebody who may sign in to the console.',
  fields: (t) => ({
    id: t.id({ resolve: ({ user }) => user.userId }),
    name: t.string({ resolve: ({ user }) => user.name }),
    email: t.string({ nullable: true, resolve: ({ user }) => user.email }),
    roles: t.stringList({ description: 'As they were given.', resolve: ({ user }) => [...user.roles] }),
    hasAccount: t.boolean({
      description: 'Whether it is known which account of the identity provider they have.',
      resolve: ({ user }) => user.subject !== null,
    }),
    isViewer: t.boolean({ resolve: ({ user }, _args, { viewer }) => user.userId === viewer.userId }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ user }) => toRfc3339(user.createdAt) }),
    disabledAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ user }) => told(user.disabledAt) }),
    lastSignInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null: never, or not within 90 days after such a session had to end.',
      resolve: ({ sessions }) => told(sessions.lastSignInAt),
    }),
    openSessions: t.int({ resolve: ({ sessions }) => sessions.open }),
  }),
})

const SignInRules = builder
  .objectRef<{ readonly byProvider: boolean; readonly rolesFromGroups: boolean }>('SignInRules')
  .implement({
    description: 'How people come to the console.',
    fields: (t) => ({
      byProvider: t.exposeBoolean('byProvider', { description: 'They sign in at an identity provider.' }),
      rolesFromGroups: t.exposeBoolean('rolesFromGroups', {
        description:
          'The provider’s groups say who comes in and with which roles; roles that are set here last until the next sign-in.',
      }),
    }),
  })

builder.queryField('operators', (t) =>
  t.field({
    type: [OperatorType],
    description: 'Who may sign in to the console, by name.',
    ...only('viewer'),
    resolve: async (_root, _args, { core }) => {
      const users = await core.store.consoleUsers.list(null)
      const ids = users.map(({ userId }) => userId)
      const facts = await core.store.consoleSessions.factsOf(ids, openAt(core.clock.real()))
      return users.map((user, place) => ({ user, sessions: facts[place] ?? { lastSignInAt: null, open: 0 } }))
    },
  }),
)

builder.queryField('operatorSessions', (t) =>
  t.field({
    type: [Session],
    description: 'Where an operator is signed in now, the newest first.',
    ...only('admin'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { core }) => {
      const user = await core.store.consoleUsers.find(id)
      if (!user || user.organizationId !== null) throw refusal('NOT_FOUND', 'There is no such person.')
      return core.store.consoleSessions.listOpen(id, openAt(core.clock.real()))
    },
  }),
)

builder.queryField('signInRules', (t) =>
  t.field({
    type: SignInRules,
    ...only('viewer'),
    resolve: (_root, _args, { core: { config } }) => ({
      byProvider: config.oidc?.consoleUrl != null,
      rolesFromGroups: config.oidc?.consoleUrl != null && config.oidc.rolesOfGroups !== null,
    }),
  }),
)
