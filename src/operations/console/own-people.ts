import { heldRoles, PORTAL_ROLES } from '../../domain/console-role.ts'
import { invalid, invalidState, type Problem, problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import { isEmail, isPersonName, NAME_RULE } from '../../domain/person.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { isUniqueViolation } from '../../platform/unique-violation.ts'
import type { ConsoleUser } from '../../store/console-users.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Environment } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import { makeSignInLink, type SignedIn } from './sign-in.ts'

/** Somebody of an organization who changes who else may sign in to its portal. */
export type Inviter = {
  readonly viewer: Pick<SignedIn, 'userId' | 'actor'>
  readonly organizationId: string
  readonly environment: Environment
  readonly requestId: string
}

/** A person, and what signs them in. */
export type Invited = {
  readonly person: ConsoleUser
  /** The path that signs them in once. Null in production, where the identity provider does. */
  readonly signInPath: string | null
}

/** A colleague may look into their mail tomorrow. */
const LINK_LIVES_MS = 24 * 60 * MINUTE_MS
const MAX_PEOPLE = 200

type Invitation = { readonly name: string; readonly email: string | null; readonly roles: readonly string[] }

function faultsOf({ name, email, roles }: Invitation): Issue[] {
  return [
    ...(isPersonName(name) ? [] : [issue('name', 'INVALID_NAME', `The name is ${NAME_RULE}.`)]),
    ...(email === null || isEmail(email) ? [] : [issue('email', 'INVALID_EMAIL', 'This is no e-mail address.')]),
    ...faultsOfRoles(roles),
  ]
}

/** In production an invitation becomes the account's that has the address. */
function faultsOfAddress({ email }: Invitation, environment: Environment): Issue[] {
  return environment === 'sandbox' || email !== null
    ? []
    : [issue('email', 'REQUIRED', 'The identity provider knows the person by an e-mail address: give it.')]
}

function faultsOfRoles(roles: readonly string[]): Issue[] {
  const known: readonly string[] = PORTAL_ROLES
  return roles.length > 0 && roles.every((role) => known.includes(role))
    ? []
    : [issue('roles', 'UNKNOWN_ROLE', `The roles are ${known.join(', ')}.`)]
}

/** Lets a colleague sign in. In the sandbox the answer has the link that does it, once. */
export async function invitePerson(deps: Deps, by: Inviter, invitation: Invitation): Promise<Result<Invited, Problem>> {
  const faults = [...faultsOf(invitation), ...faultsOfAddress(invitation, by.environment)]
  if (faults.length > 0) return err(invalid(faults))
  const person: ConsoleUser = {
    userId: makeId(deps, 'user'),
    organizationId: by.organizationId,
    name: invitation.name,
    email: invitation.email?.toLowerCase() ?? null,
    subject: null,
    roles: [...new Set(invitation.roles)],
    createdAt: deps.clock.real(),
    disabledAt: null,
  }
  try {
    return await deps.store.transaction(async (tx) => {
      const people = await lockedPeople(tx, by)
      if (!people.ok) return people
      if (people.value.length >= MAX_PEOPLE)
        return err(invalidState(`An organization has at most ${MAX_PEOPLE} people.`, 'name'))
      await tx.consoleUsers.insert(person)
      await tell(deps, tx, { by, action: 'user.invite', before: null, after: person })
      return ok({ person, signInPath: await linkFor(deps, tx, { by, person }) })
    })
  } catch (error) {
    // Whose a name is, is not told: it may be another organization's. An address is one of this organization's people.
    if (isUniqueViolation(error, 'name')) return err(invalid([issue('name', 'TAKEN', 'Choose another name.')]))
    if (isUniqueViolation(error, 'email'))
      return err(invalid([issue('email', 'TAKEN', 'Somebody of yours has this address.')]))
    throw error
  }
}

/** A new link for somebody whose first one is lost or too old. */
export async function linkPerson(deps: Deps, by: Inviter, userId: string): Promise<Result<Invited, Problem>> {
  return withPerson(deps, by, {
    userId,
    work: async (tx, person) => {
      if (person.disabledAt !== null) return err(invalidState('This person may sign in no more.', 'id'))
      const signInPath = await linkFor(deps, tx, { by, person })
      if (signInPath === null) return err(invalidState('In production the identity provider signs people in.', 'id'))
      await tell(deps, tx, { by, action: 'user.link', before: person, after: person })
      return ok({ person, signInPath })
    },
  })
}

export async function setRolesOfPerson(
  deps: Deps,
  by: Inviter,
  { userId, roles }: { readonly userId: string; readonly roles: readonly string[] },
): Promise<Result<ConsoleUser, Problem>> {
  const faults = faultsOfRoles(roles)
  if (faults.length > 0) return err(invalid(faults))
  return withPerson(deps, by, { userId, work: (tx, person) => change(deps, tx, { by, person, changes: { roles } }) })
}

/** Lets somebody sign in no more, and ends what they have open. */
export async function disablePerson(deps: Deps, by: Inviter, userId: string): Promise<Result<ConsoleUser, Problem>> {
  return withPerson(deps, by, {
    userId,
    work: async (tx, person) => {
      if (person.disabledAt !== null) return ok(person)
      const disabledAt = deps.clock.real()
      await tx.consoleSessions.end({ userId }, disabledAt)
      return change(deps, tx, { by, person, changes: { disabledAt } })
    },
  })
}

/**
 * The people of the organization, under a lock, as long as whoever asks is an admin among them still: of two admins who disable each
 * other, one is left.
 */
async function lockedPeople(
  tx: StoreParts,
  { organizationId, viewer }: Inviter,
): Promise<Result<readonly ConsoleUser[], Problem>> {
  await tx.organizations.lock(organizationId)
  const people = await tx.consoleUsers.list(organizationId)
  const own = people.find(({ userId }) => userId === viewer.userId)
  const isAdmin = own && own.disabledAt === null && heldRoles(own.roles).has('partner_admin')
  return isAdmin ? ok(people) : err(problem('FORBIDDEN', 'You are no admin of the organization any more.'))
}

type Work<View> = {
  readonly userId: string
  readonly work: (tx: StoreParts, person: ConsoleUser) => Promise<Result<View, Problem>>
}

/** Nobody changes their own roles: so an organization never loses its last admin. */
function withPerson<View>(deps: Deps, by: Inviter, { userId, work }: Work<View>): Promise<Result<View, Problem>> {
  return deps.store.transaction(async (tx) => {
    const people = await lockedPeople(tx, by)
    if (!people.ok) return people
    const person = people.value.find((one) => one.userId === userId)
    if (!person) return err(problem('NOT_FOUND', 'There is no such person.'))
    if (userId === by.viewer.userId) return err(invalidState('That is you: a colleague has to do it.', 'id'))
    return work(tx, person)
  })
}

type Changed = {
  readonly by: Inviter
  readonly person: ConsoleUser
  readonly changes: Partial<Pick<ConsoleUser, 'roles' | 'disabledAt'>>
}

async function change(
  deps: Deps,
  tx: StoreParts,
  { by, person, changes }: Changed,
): Promise<Result<ConsoleUser, Problem>> {
  if (!(await tx.consoleUsers.update(person, changes)))
    return err(problem('SERVICE_UNAVAILABLE', 'This person was changed at the same time.'))
  const after = { ...person, ...changes }
  const action = changes.roles ? 'user.roles' : 'user.disable'
  await tell(deps, tx, { by, action, before: person, after })
  return ok(after)
}

async function linkFor(
  { clock, randomBytes }: Deps,
  tx: StoreParts,
  { by, person: { userId } }: { readonly by: Inviter; readonly person: ConsoleUser },
): Promise<string | null> {
  if (by.environment !== 'sandbox') return null
  const token = await makeSignInLink({ store: tx, clock, randomBytes }, { userId, livesMs: LINK_LIVES_MS })
  return `/portal/sign-in?link=${token}`
}

type Told = {
  readonly by: Inviter
  readonly action: string
  readonly before: ConsoleUser | null
  readonly after: ConsoleUser
}

function tell({ clock }: Deps, tx: StoreParts, { by, action, before, after }: Told): Promise<void> {
  const { organizationId, viewer, requestId } = by
  const details = { requestId, before: before && traced(before), after: traced(after) }
  return tx.audit.append({ organizationId, actor: viewer.actor, action, subject: after.userId, details }, clock.real())
}

/** Of an e-mail address the audit log, which nobody can erase, says only whether there is one. */
function traced({ email, subject, ...person }: ConsoleUser) {
  return { ...person, hasEmail: email !== null, hasSubject: subject !== null }
}
