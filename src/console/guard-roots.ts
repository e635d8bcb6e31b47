import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { CONSOLE_ROLES, PORTAL_ROLES, type Role } from '../domain/console-role.ts'
import { MINUTE_MS } from '../domain/time.ts'
import { unwritablePaths } from '../operations/inputs/unwritable.ts'
import { rememberChange } from './changing.ts'
import { type ConsoleContext, hasRole } from './context.ts'
import { refusal, wrongRole } from './errors.ts'

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
    const [, args, context] = asked
    if (!hasRole(context.viewer, roles)) {
      auditRefusal(context, name)
      throw wrongRole(roles)
    }
    refuseUnwritable(args)
    if (name.startsWith('Mutation.')) rememberChange(context.viewer)
    return resolve(...asked)
  }
}

/** What Postgres cannot hold would fail where it is written or looked for, as a fault of ours. */
function refuseUnwritable(args: object): void {
  const [path] = unwritablePaths(args)
  if (!path) return
  const field = path.join('.')
  throw refusal('BAD_INPUT', `${field} has a character that no text has: a NUL, or half of another one.`, { field })
}

/** A field that somebody may not use is one try of theirs in this time, however often they ask: nobody deletes the audit log. */
const TRIED_FOR_MS = MINUTE_MS
const MOST_TRIES_KNOWN = 10_000

/** Which field whom was refused, the latest last, and when that was told. */
const told = new Map<string, number>()

function isToldAlready(tried: string): boolean {
  const [now, before] = [performance.now(), told.get(tried)]
  if (before !== undefined && now - before < TRIED_FOR_MS) return true
  told.delete(tried)
  told.set(tried, now)
  const [oldest] = told.keys()
  if (oldest !== undefined && told.size > MOST_TRIES_KNOWN) told.delete(oldest)
  return false
}

function auditRefusal({ core, viewer, requestId }: ConsoleContext, field: string): void {
  const { userId, organizationId, actor, roles } = viewer
  if (isToldAlready(`${userId} ${field}`)) return
  const details = { requestId, roles: [...roles] }
  const entry = { organizationId, actor, action: 'console.refused', subject: field, details }
  core.background.follow('tell-refusal', core.store.audit.append(entry, core.clock.real()))
}
