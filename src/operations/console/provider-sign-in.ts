import { createHash } from 'node:crypto'
import type { ConsoleRole } from '../../domain/console-role.ts'
import { baseOfName, toPersonName } from '../../domain/person.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Instant } from '../../domain/time.ts'
import { isUniqueViolation } from '../../platform/unique-violation.ts'
import type { ConsoleUser, Surface } from '../../store/console-users.ts'
import type { StoreParts } from '../../store/store.ts'
import { type Deps, makeId } from '../deps.ts'
import { actorOf, openSession } from './sign-in.ts'

/** Somebody for whom the identity provider vouches. */
export type ProvedPerson = {
  readonly issuer: string
  /** The provider's own, which it gives to nobody else. */
  readonly sub: string
  /** Null: the provider tells none, or has not verified it. */
  readonly email: string | null
  readonly groups: readonly string[]
  /** What they are called there; it identifies nobody. */
  readonly calledName: string
  /** When they last proved who they are; null: the provider does not say. */
  readonly authenticatedAt: Instant | null
}

/** Why somebody for whom the provider vouches may not sign in. */
export type SignInRefusal =
  /** Nobody has invited them. */
  | 'unknown'
  | 'disabled'
  /** They are of the portal and came to the console, or the other way round. */
  | 'elsewhere'
  /** None of their groups has a role. */
  | 'no-role'
  /** Their address is that of somebody with another account. */
  | 'other-account'
  /** Several organizations have invited their address to their portals. */
  | 'several'
  /** A group would let them in, and an operator is called as they are: it may be one human with two accounts. */
  | 'namesake'
  /** Somebody else was to prove again who they are. */
  | 'other-person'

export type SignInTerms = {
  readonly surface: Surface
  /** Null: people have the roles of their invitation. */
  readonly rolesOfGroups: ReadonlyMap<string, readonly ConsoleRole[]> | null
  /** Whose session goes on with a new proof; null: somebody signs in. */
  readonly renews: { readonly userId: string; readonly sessionId: string } | null
  readonly requestId: string
}

type Try = { readonly person: ProvedPerson; readonly terms: SignInTerms }

/** What was read of a person has changed before it was written: the next try reads it again. */
class ChangedMeanwhile extends Error {}

const TRIES = 3

function isPassing(error: unknown): boolean {
  return error instanceof ChangedMeanwhile || UNIQUE.some((column) => isUniqueViolation(error, column))
}

const UNIQUE = ['subject', 'name', 'email'] as const

/**
 * Writes down that a sign-in has come back from the provider; false: it has done so before. Before anything is asked of the provider: else
 * one sign-in would have it asked any number of times.
 */
export function spendSignIn(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { state, expiresAt }: { readonly state: string; readonly expiresAt: Instant },
): Promise<boolean> {
  const stateHash = createHash('sha256').update(state).digest()
  return store.consoleSessions.spendSignIn(stateHash, { now: clock.real(), expiresAt })
}

/**
 * Opens a session for whom the provider vouches, and returns its token. Who has signed in before is known by the provider's own name for
 * them; else an invitation to their verified address becomes theirs, or a group of theirs lets them into the console. Refusals are in the
 * audit log.
 */
export async function signInByProvider(
  deps: Deps,
  person: ProvedPerson,
  terms: SignInTerms,
): Promise<Result<string, SignInRefusal>> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await deps.store.transaction((tx) => enter(deps, tx, { person, terms }))
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error
    }
}

async function enter(deps: Deps, tx: StoreParts, asked: Try): Promise<Result<string, SignInRefusal>> {
  const { person, terms } = asked
  const now = deps.clock.real()
  const known = await knownBy(tx, person, terms.surface)
  const [found = null] = known
  const roles = rolesOf(asked)
  const why = refusalOf(asked, known, roles) ?? (found ? null : await refusalToAdmit(tx, asked, roles))
  if (why !== null) {
    const user = why === 'elsewhere' ? await elsewhere(tx, asked) : found
    return refuse(deps, tx, { ...asked, user, why })
  }
  const user = found
    ? await asProvided(deps, tx, { ...asked, user: found, roles })
    : await admit(deps, tx, { ...asked, roles: roles ?? [] })
  if (terms.renews) await tx.consoleSessions.end({ sessionId: terms.renews.sessionId }, now)
  const { authenticatedAt } = person
  return ok(await openSession(deps, tx, { user, signedInBy: 'oidc', authenticatedAt }))
}

/** As the column `subject` has it: a provider's names are unique at that provider only. */
export function subjectOf({ issuer, sub }: Pick<ProvedPerson, 'issuer' | 'sub'>): string {
  return `${issuer} ${sub}`
}

/**
 * Who it may be of those who sign in here: whose account it is, else whose address. Several: organizations have invited the same address to
 * their portals, and the account is none of theirs yet. Somebody who was invited elsewhere stands in nobody's way here.
 */
async function knownBy(tx: StoreParts, person: ProvedPerson, surface: Surface): Promise<readonly ConsoleUser[]> {
  const bound = await tx.consoleUsers.listBy({ subject: subjectOf(person) }, surface)
  if (bound.length > 0 || person.email === null) return bound
  const addressed = await tx.consoleUsers.listBy({ email: person.email.toLowerCase() }, surface)
  const open = addressed.filter(({ subject, disabledAt }) => subject === null && disabledAt === null)
  return open.length > 0 ? open : addressed.slice(0, 1)
}

/** Somebody who has the account or the address at the other place; null: nobody. */
async function elsewhere(tx: StoreParts, { person, terms }: Try): Promise<ConsoleUser | null> {
  const [found = null] = await knownBy(tx, person, terms.surface === 'console' ? 'portal' : 'console')
  return found
}

function refusalOf(
  { person, terms: { renews } }: Try,
  known: readonly ConsoleUser[],
  roles: readonly string[] | null,
): SignInRefusal | null {
  const [found] = known
  if (renews && renews.userId !== found?.userId) return 'other-person'
  if (!found) return null
  if (known.length > 1) return 'several'
  if (found.subject !== null && found.subject !== subjectOf(person)) return 'other-account'
  if (found.disabledAt !== null) return 'disabled'
  return roles?.length === 0 ? 'no-role' : null
}

/** Why somebody whom nobody has invited is not let in by their groups; null: they are. */
async function refusalToAdmit(
  tx: StoreParts,
  asked: Try,
  roles: readonly string[] | null,
): Promise<SignInRefusal | null> {
  if (roles === null || roles.length === 0) return (await elsewhere(tx, asked)) ? 'elsewhere' : 'unknown'
  const wanted = baseOfName(toPersonName(asked.person.calledName))
  const operators = await tx.consoleUsers.list(null)
  // They have come several times at once, and another sign-in has let them in since this one looked for them.
  if (operators.some(({ subject }) => subject === subjectOf(asked.person))) throw new ChangedMeanwhile()
  return operators.some(({ name, disabledAt }) => disabledAt === null && baseOfName(name) === wanted)
    ? 'namesake'
    : null
}

/** The roles by the provider's groups; null: it does not say which. Groups say nothing of partners' people. */
function rolesOf({ person, terms: { surface, rolesOfGroups } }: Try): readonly string[] | null {
  if (surface === 'portal' || rolesOfGroups === null) return null
  return [...new Set(person.groups.flatMap((group) => rolesOfGroups.get(group) ?? []))].sort()
}

type Provided = Try & { readonly roles: readonly string[] | null; readonly user: ConsoleUser }

/** Binds an invitation to the account that has come for it, and gives the roles of its groups. */
async function asProvided(deps: Deps, tx: StoreParts, { user, person, roles, terms }: Provided): Promise<ConsoleUser> {
  const { userId, organizationId } = user
  const now = deps.clock.real()
  const { requestId } = terms
  const entry = { organizationId, actor: actorOf(user), subject: userId }
  if (user.subject === null) {
    if (!(await tx.consoleUsers.bind(userId, subjectOf(person)))) throw new ChangedMeanwhile()
    const details = { requestId, issuer: person.issuer, sub: person.sub }
    await tx.audit.append({ ...entry, action: 'user.bind', details }, now)
  }
  if (roles === null || String([...user.roles].sort()) === String(roles)) return user
  if (!(await tx.consoleUsers.update(user, { roles }))) throw new ChangedMeanwhile()
  const details = { requestId, before: user.roles, after: roles }
  await tx.audit.append({ ...entry, actor: PROVIDER, action: 'user.roles', details }, now)
  return { ...user, roles }
}

/** Who changes what follows from the provider's groups. */
const PROVIDER = 'identity-provider'
const MOST_OF_A_NAME = 20

type Admitted = Try & { readonly roles: readonly string[] }

/** Lets somebody into the console whom a group of theirs brings along. */
async function admit(deps: Deps, tx: StoreParts, { person, roles, terms }: Admitted): Promise<ConsoleUser> {
  const name = await freeName(tx, toPersonName(person.calledName))
  if (name === null) throw new Error(`there are ${MOST_OF_A_NAME} people of this name`)
  const now = deps.clock.real()
  const user: ConsoleUser = {
    userId: makeId(deps, 'user'),
    organizationId: null,
    name,
    email: person.email?.toLowerCase() ?? null,
    subject: subjectOf(person),
    roles,
    createdAt: now,
    disabledAt: null,
  }
  await tx.consoleUsers.insert(user)
  const details = { requestId: terms.requestId, issuer: person.issuer, sub: person.sub, name, roles }
  await tx.audit.append(
    { organizationId: null, actor: PROVIDER, action: 'user.admit', subject: user.userId, details },
    now,
  )
  return user
}

/** Names that are taken are those of people who are disabled, or of a portal: an operator who is called so would have been a namesake. */
async function freeName(tx: StoreParts, wanted: string): Promise<string | null> {
  for (let number = 1; number <= MOST_OF_A_NAME; number += 1) {
    const name = number === 1 ? wanted : `${wanted}.${number}`
    const found = await tx.consoleUsers.findBy({ name })
    if (found === null) return name
    if (found.organizationId === null && found.disabledAt === null) throw new ChangedMeanwhile()
  }
  return null
}

type Refused = Try & { readonly user: ConsoleUser | null; readonly why: SignInRefusal }

/** Of whom nobody knows, the provider's own name is kept: by it an operator binds the account, if it is somebody after all. */
async function refuse(
  deps: Deps,
  tx: StoreParts,
  { person, terms, user, why }: Refused,
): Promise<Result<never, SignInRefusal>> {
  if (user && why === 'no-role') await takeRoles(deps, tx, { user, requestId: terms.requestId })
  const { issuer, sub } = person
  const { requestId, surface } = terms
  const entry = {
    organizationId: user?.organizationId ?? null,
    actor: user ? actorOf(user) : 'unknown',
    action: 'user.sign-in.refused',
    subject: user?.userId ?? 'unknown',
    details: { requestId, why, surface, issuer, sub },
  }
  await tx.audit.append(entry, deps.clock.real())
  return err(why)
}

type Taken = { readonly user: ConsoleUser; readonly requestId: string }

/** Whose groups give nothing any more has nothing, and nothing open: the roles of the last sign-in would go on in its sessions. */
async function takeRoles({ clock }: Deps, tx: StoreParts, { user, requestId }: Taken): Promise<void> {
  const { userId, organizationId } = user
  if (user.roles.length > 0 && !(await tx.consoleUsers.update(user, { roles: [] }))) throw new ChangedMeanwhile()
  const ended = await tx.consoleSessions.end({ userId }, clock.real())
  if (user.roles.length === 0 && ended === 0) return
  const details = { requestId, before: user.roles, after: [], endedSessions: ended }
  const entry = { organizationId, actor: PROVIDER, action: 'user.roles', subject: userId, details }
  await tx.audit.append(entry, clock.real())
}
