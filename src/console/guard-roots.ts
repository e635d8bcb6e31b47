import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { CONSOLE_ROLES, PORTAL_ROLES, type Role } from '../domain/console-role.ts'
import { type ConsoleContext, hasRole } from './context.ts'
import { wrongRole } from './errors.ts'

/** Whoever is signed in. */
export const EVERYBODY: readonly Role[] = [...CONSOLE_ROLES, ...PORTAL_ROLES]

/** The roles that a root field was given with `only`; null: it was forgotten. */
export function rolesOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): readonly Role[] | null {
  const { roles } = extensions
  return Array.isArray(roles) && roles.length > 0 ? (roles as Role[]) : null
}

/**
 * Has every root field of a schema ask for its roles before it does anything. Whoever has none of them is told which, and the try is in the
 * audit log. Throws for a field that names none: it would be open to all.
 */
export function guardRoots(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const root of roots.filter(isObjectType))
    for (const field of Object.values(root.getFields())) {
      const roles = rolesOf(field)
      if (!roles) throw new Error(`${root.name}.${field.name} does not say who may use it`)
      const guarded = { roles, name: `${root.name}.${field.name}` }
      if (field.subscribe) field.subscribe = guard(guarded, field.subscribe)
      else if (field.resolve) field.resolve = guard(guarded, field.resolve)
    }
  return schema
}

type Guarded = { readonly roles: readonly Role[]; readonly name: string }
type Resolver = GraphQLFieldResolver<unknown, ConsoleContext>

function guard({ roles, name }: Guarded, resolve: Resolver): Resolver {
  return (...asked: Parameters<Resolver>) => {
    const [, , context] = asked
    if (hasRole(context.viewer, roles)) return resolve(...asked)
    auditRefusal(context, name)
    throw wrongRole(roles)
  }
}

/** The fields that were refused already in a request: one that is asked for under ten aliases was tried once. */
const refused = new WeakMap<ConsoleContext, Set<string>>()

function auditRefusal(context: ConsoleContext, field: string): void {
  const known = refused.get(context) ?? new Set<string>()
  if (known.has(field)) return
  refused.set(context, known.add(field))
  const { core, viewer, requestId } = context
  const { organizationId, actor, roles } = viewer
  const details = { requestId, roles: [...roles] }
  const entry = { organizationId, actor, action: 'console.refused', subject: field, details }
  core.background.follow('tell-refusal', core.store.audit.append(entry, core.clock.real()))
}
