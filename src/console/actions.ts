import type { Values } from '../admin/command.ts'
import { knownUser } from '../admin/known-user.ts'
import type { Core } from '../core.ts'
import type { Role } from '../domain/console-role.ts'
import { type Basis, bookingAsked, enabledOf, goesWith, lastWord, personAsIs, rateInForce } from './bases.ts'
import { type ConnectionTerms, refusesConnection } from './connection-terms.ts'
import { refusal } from './errors.ts'
import { isFarFromYesterday } from './rate-terms.ts'
import { always, goesElsewhere, isRejected, isUnverified, whenBooked } from './when-booked.ts'

/** Who may run a command from a screen, and how. */
export type ActionTerms = {
  readonly roles: readonly Role[]
  /** One person proposes it and another one approves: always, because it cannot be undone, or with these values. */
  readonly needsTwo?: true | ((core: Pick<Core, 'store' | 'clock'>, values: Values) => boolean | Promise<boolean>)
  /** What is kept of a proposal's subject, and has to be the same when it is approved; absent: the arguments say it all. */
  readonly basis?: Basis
  /** A sign-in that is older than ten minutes is not enough, for whoever does, proposes or approves it. */
  readonly needsFresh?: true
  /** Why no screen may do it so; null: one may. */
  readonly refuses?: (terms: ConnectionTerms, values: Values) => Promise<string | null>
  /** The option that names what it is about, for the audit log and proposals; `id` by default. */
  readonly subject?: string
}

/**
 * Somebody who may sign in to the console as one of us could approve what we have proposed: two agree on them, too. Throws an ItemError for
 * nobody's id: the command looks later, when they may have been invited.
 */
async function isOperator({ store }: Pick<Core, 'store'>, values: Values): Promise<boolean> {
  if (values['id'] === undefined) return values['organization'] === undefined
  return (await knownUser(store, values)).organizationId === null
}

/** Without its id the command only shows what would go: two would have agreed on nothing, and the log would say that it was erased. */
async function refusesUnconfirmed(_terms: ConnectionTerms, { id, confirm }: Values): Promise<null> {
  if (confirm === id) return null
  throw refusal('BAD_INPUT', `confirm has to be ${String(id)}: nothing is proposed.`, { field: 'confirm' })
}

const OPERATIONS: ActionTerms = { roles: ['operations'] }
const ADMIN: ActionTerms = { roles: ['admin'] }
const SUPPORT: ActionTerms = { roles: ['support'] }

/** A supplier that owes answers about bookings is not switched off by one person. */
function hasOpenOrders({ store }: Pick<Core, 'store'>, { organization, supplier }: Values): Promise<boolean> {
  return store.bookings.hasOpenOrders(String(organization), String(supplier))
}

/** The commands that screens run, by their name on the command line: each is one mutation. */
export const ACTIONS: Readonly<Record<string, ActionTerms>> = {
  'organization create': ADMIN,
  'organization set': ADMIN,
  'organization accept-terms': OPERATIONS,
  'organization erase': {
    ...ADMIN,
    refuses: refusesUnconfirmed,
    needsTwo: true,
    needsFresh: true,
    basis: goesWith,
  },
  'key create': { ...ADMIN, subject: 'organization' },
  'key roll': ADMIN,
  'key revoke': ADMIN,
  'supplier connect': { ...OPERATIONS, refuses: refusesConnection, needsFresh: true, subject: 'connection' },
  'supplier enable': { ...OPERATIONS, subject: 'organization' },
  'supplier disable': { ...OPERATIONS, subject: 'organization', needsTwo: hasOpenOrders, basis: enabledOf },
  'supplier test': { ...OPERATIONS, subject: 'connection' },
  'supplier look': { ...OPERATIONS, subject: 'connection' },
  'supplier reconcile': { ...OPERATIONS, subject: 'connection' },
  'content pull': { ...OPERATIONS, subject: 'connection' },
  'catalogue rank': OPERATIONS,
  'catalogue set-trust': { ...OPERATIONS, subject: 'part' },
  'mapping propose': OPERATIONS,
  'mapping accept': { ...OPERATIONS, needsTwo: whenBooked(goesElsewhere), basis: lastWord, subject: 'listing' },
  'mapping reject': { ...OPERATIONS, needsTwo: whenBooked(isRejected), basis: lastWord, subject: 'listing' },
  'mapping remove': { ...OPERATIONS, needsTwo: whenBooked(always), basis: lastWord, subject: 'listing' },
  'mapping undo': { ...OPERATIONS, needsTwo: whenBooked(always), basis: lastWord, subject: 'listing' },
  'mapping set': { ...OPERATIONS, needsTwo: whenBooked(goesElsewhere), basis: lastWord, subject: 'supplier-hotel' },
  'mapping verify': { ...OPERATIONS, needsTwo: whenBooked(isUnverified), basis: lastWord, subject: 'supplier-hotel' },
  'mapping pin-room': { ...OPERATIONS, subject: 'room-of' },
  'booking look': SUPPORT,
  'booking review': SUPPORT,
  'booking settle': { ...OPERATIONS, needsTwo: true, needsFresh: true, basis: bookingAsked },
  'booking redact': { ...ADMIN, needsTwo: true, needsFresh: true },
  'case take': SUPPORT,
  'case close': SUPPORT,
  'rate set': {
    roles: ['finance'],
    subject: 'currency',
    needsTwo: isFarFromYesterday,
    needsFresh: true,
    basis: rateInForce,
  },
  'webhook resend': { ...SUPPORT, subject: 'delivery' },
  'webhook recover': { ...SUPPORT, subject: 'endpoint' },
  'webhook pause': { ...OPERATIONS, subject: 'endpoint' },
  'webhook enable': { ...OPERATIONS, subject: 'endpoint' },
  'webhook test': { ...SUPPORT, subject: 'endpoint' },
  'webhook rotate-secret': { ...ADMIN, subject: 'endpoint' },
  'delivery resend': SUPPORT,
  'job retry': OPERATIONS,
  'traffic sample': { ...OPERATIONS, subject: 'connection' },
  'traffic pin': { ...OPERATIONS, subject: 'exchange' },
  'traffic unpin': { ...OPERATIONS, subject: 'exchange' },
  'user invite': { ...ADMIN, needsTwo: isOperator, needsFresh: true, subject: 'name' },
  'user disable': ADMIN,
  'user end-sessions': ADMIN,
  'user roles': { ...ADMIN, needsTwo: isOperator, needsFresh: true, basis: personAsIs },
}

/** The commands that no screen runs, and why. */
export const ONLY_COMMAND_LINE: Readonly<Record<string, string>> = {
  'supplier certify': 'takes minutes and writes a folder on the machine',
  'catalogue places': 'is a part of setting an installation up',
  'catalogue import': 'reads a file of the machine',
  'mapping judge': 'filters a file',
  'mapping judge-rooms': 'filters a file',
  'rate import': 'reads a file of the machine',
  'booking export': 'writes a file of the machine; screens ask for the same pages by exportBookings',
  'person find': 'is asked with personal data, which must not be kept in proposals',
  'person erase': 'is asked with personal data, which must not be kept in proposals',
  'organization export': 'writes guests in the clear to a file of the machine',
  'key-material rotate': 'is done by whoever holds the master keys',
  'user link': 'prints a link that signs in',
  'user bind': 'says whose account somebody is, by the word of whoever holds the machine',
}
