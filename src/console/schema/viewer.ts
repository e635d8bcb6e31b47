import { toRfc3339 } from '../../domain/time.ts'
import type { SignedIn } from '../../operations/console/sign-in.ts'
import { EVERYBODY } from '../guard-roots.ts'
import { builder, only } from './builder.ts'

type OrganizationName = { readonly id: string; readonly name: string }

const ViewerOrganization = builder.objectRef<OrganizationName>('ViewerOrganization').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const Viewer = builder.objectRef<SignedIn>('Viewer').implement({
  description: 'Who is signed in.',
  fields: (t) => ({
    name: t.exposeString('name'),
    email: t.exposeString('email', { nullable: true }),
    actor: t.exposeString('actor', { description: 'As the audit log has it.' }),
    kind: t.string({
      description: '`console`: an operator; `portal`: somebody of an organization.',
      resolve: ({ organizationId }) => (organizationId === null ? 'console' : 'portal'),
    }),
    roles: t.stringList({
      description: 'The roles given, and those that they include.',
      resolve: ({ roles }) => [...roles],
    }),
    organization: t.field({
      type: ViewerOrganization,
      nullable: true,
      resolve: async ({ organizationId }, _args, { core }) => {
        if (organizationId === null) return null
        const found = await core.store.organizations.find(organizationId)
        return found && { id: organizationId, name: found.name }
      },
    }),
    environment: t.string({ resolve: (_viewer, _args, { core }) => core.config.environment }),
    signedInAt: t.field({ type: 'DateTime', resolve: ({ signedInAt }) => toRfc3339(signedInAt) }),
    signedInBy: t.exposeString('signedInBy', { description: '`link` or `oidc`' }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({ type: Viewer, ...only(...EVERYBODY), resolve: (_root, _args, { viewer }) => viewer }),
)
