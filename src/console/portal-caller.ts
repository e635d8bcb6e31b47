import type { PortalRole } from '../domain/console-role.ts'
import type { Problem } from '../domain/errors.ts'
import type { Result } from '../domain/result.ts'
import { changesSomething } from '../http/routes/route.ts'
import { ROUTES } from '../http/routes.ts'
import { createConsumeRate, type RateClass } from '../operations/access/rate-limits.ts'
import { type Caller, type Environment, SCOPES, type Scope } from '../operations/caller.ts'
import type { BatchRead, UncheckedGateway } from '../operations/gateway.ts'
import { type ConsoleContext, hasRole } from './context.ts'
import { refusal, wrongRole } from './errors.ts'
import { problemRefusal } from './problem-refusal.ts'

/** For documentation (RFC 5737): no operation of the portal passes an address on to a supplier. */
const NO_ADDRESS = '192.0.2.1'

/** Which role of the portal has the rights of a key's scope. Only an admin books, reviews and changes keys. */
const ROLE_OF_SCOPE: Readonly<Record<Scope, PortalRole>> = {
  search: 'partner_support',
  'bookings:read': 'partner_support',
  'bookings:write': 'partner_admin',
  'bookings:review': 'partner_admin',
  webhooks: 'partner_developer',
  sandbox: 'partner_developer',
  keys: 'partner_admin',
}

function scopesOf(viewer: ConsoleContext['viewer'], environment: Environment): readonly Scope[] {
  return SCOPES.filter(
    (scope) => (scope !== 'sandbox' || environment === 'sandbox') && hasRole(viewer, [ROLE_OF_SCOPE[scope]]),
  )
}

/** The organization of somebody who is in the portal. */
export function ownOrganization({ viewer }: ConsoleContext): string {
  if (viewer.organizationId === null) throw refusal('FORBIDDEN', 'This is for people of an organization.')
  return viewer.organizationId
}

/** The caller as whom operations act for somebody of the portal: their organization's, with the scopes that follow from their roles. */
export function portalCaller(context: ConsoleContext): Caller {
  const { core, viewer, requestId } = context
  const { environment } = core.config
  return {
    organizationId: ownOrganization(context),
    keyId: null,
    actor: viewer.actor,
    environment,
    scopes: scopesOf(viewer, environment),
    requestId,
    language: 'en',
    ip: NO_ADDRESS,
    signal: null,
  }
}

/** What came out, or the operation's own refusal in the words of the screens. */
export function valueOf<View>(result: Result<View, Problem>): View {
  if (result.ok) return result.value
  throw problemRefusal(result.error)
}

type Operation = Exclude<keyof UncheckedGateway, BatchRead>
type ViewOf<Name extends Operation> =
  Awaited<ReturnType<UncheckedGateway[Name]>> extends Result<infer View, Problem> ? View : never

const ROUTE_OF = new Map(ROUTES.map((route) => [route.operation, route]))

/**
 * Runs an operation of the gateway for somebody of the portal, as its route does for a key: with the scope that the route asks for, and
 * for changes with a point of the route's rate limit. Reading a page takes none, so that it never stands in the way of the partner's
 * own requests. Throws what a screen is told.
 */
export async function asPartner<Name extends Operation>(
  context: ConsoleContext,
  operation: Name,
  input: object = {},
): Promise<ViewOf<Name>> {
  const caller = portalCaller(context)
  const route = ROUTE_OF.get(operation)
  if (!route) throw new Error(`no route runs ${operation}`)
  const { scope, rateClass } = route
  if (scope !== null && !caller.scopes.includes(scope)) throw wrongRole([ROLE_OF_SCOPE[scope]])
  if (changesSomething(route)) await takePoint(context, rateClass)
  const done = (await context.core.gateway[operation](caller, input)) as Result<ViewOf<Name>, Problem>
  return valueOf(done)
}

/** Takes a point of the organization's limit. Throws when there is none left. */
export async function takePoint(context: ConsoleContext, rateClass: RateClass): Promise<void> {
  const rate = await createConsumeRate(context.core.deps)(ownOrganization(context), rateClass)
  if (!rate.allowed)
    throw refusal('CONFLICT', `This is done too often. Try again in ${rate.resetSeconds} s.`, {
      rateClass,
      retryAfterSeconds: rate.resetSeconds,
    })
}

/**
 * Takes a point for what people of an organization and operators do alike: it leaves an entry in the audit log, which nobody deletes, so that
 * no partner writes there without end. Operators take none.
 */
export async function takePartnersPoint(context: ConsoleContext): Promise<void> {
  if (context.viewer.organizationId !== null) await takePoint(context, 'status')
}

/** A change for the audit log that its operation does not write there itself. It has no secret. */
type Change = { readonly action: string; readonly subject: string; readonly after: object }

/** Writes who of the portal has changed what, once it is done. */
export async function auditOwn(context: ConsoleContext, { action, subject, after }: Change): Promise<void> {
  const { core, viewer, requestId } = context
  const entry = { organizationId: ownOrganization(context), actor: viewer.actor, action, subject }
  await core.store.audit.append({ ...entry, details: { requestId, after } }, core.clock.real())
}
