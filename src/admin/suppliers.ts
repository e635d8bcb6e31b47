import type { Core } from '../core.ts'
import type { CaseKind } from '../domain/case.ts'
import { DAY_MS } from '../domain/time.ts'
import { testConnection, tryConnection } from '../operations/operator/test-connection.ts'
import type { StoredConnection } from '../store/supplier-connections.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import type { TriedConnection } from '../suppliers/supplier.ts'
import { type Command, optionalText, text, UsageError } from './command.ts'
import { readConnection, SUPPLIER_CODES } from './connection-input.ts'
import { knownOrganization } from './known-organization.ts'
import { lockOrganizations, refuseAmbiguous, SWITCH_COMMANDS } from './supplier-links.ts'

/** How far `supplier show` looks back. */
const LOOK_BACK_DAYS = 30

/** Cases that are about a contract's credentials. */
const CONTRACT_CASES: readonly CaseKind[] = ['CREDENTIALS_REFUSED', 'WRONG_ENVIRONMENT']

const connect: Command = {
  noun: 'supplier',
  verb: 'connect',
  summary:
    'asks the supplier over a contract, then stores it (credentials are sealed) and enables it for an organization; --further keeps its other contracts with the supplier, each for its own markets and countries; --unchecked stores it unasked. One that exists keeps settings and base URL that are not given',
  usage: `--organization org_acme --supplier ${SUPPLIER_CODES} --connection conn_acme --credentials -|@file|env:NAME [--settings '{…}'] [--base-url https://…|none] [--hotel 12345, by the supplier’s id] [--further] [--unchecked] [--replace]`,
  options: {
    organization: { type: 'string' },
    supplier: { type: 'string' },
    connection: { type: 'string' },
    credentials: { type: 'string' },
    settings: { type: 'string' },
    'base-url': { type: 'string' },
    hotel: { type: 'string' },
    further: { type: 'boolean' },
    unchecked: { type: 'boolean' },
    replace: { type: 'boolean' },
  },
  required: ['organization', 'supplier', 'connection', 'credentials'],
  secrets: ['credentials'],
  before: async (core, values) => {
    await knownOrganization(core.store, text(values, 'organization'))
    const known = await core.store.connections.find(text(values, 'connection'))
    const { tried } = readConnection(core, values, known)
    refuseOtherSupplier(tried, known)
    if (values['unchecked'] !== true) await refuseFaulty(core, tried, optionalText(values, 'hotel'))
  },
  change: async ({ tx, core }, values) => {
    const organizationId = text(values, 'organization')
    await knownOrganization(tx, organizationId)
    const connectionId = text(values, 'connection')
    const users = await tx.connections.usersOf(connectionId)
    await lockOrganizations(tx, [organizationId, ...users])
    const known = await tx.connections.find(connectionId)
    const { connection, credentialNames } = readConnection(core, values, known)
    const { supplierCode, settings, baseUrl } = connection
    refuseOtherSupplier(connection, known)
    const links = (await tx.organizations.listSuppliers(organizationId)).filter(
      (link) => link.supplierCode === supplierCode,
    )
    const isFurther = isLinkedFurther(links, connectionId, values['further'] === true)
    const linked = links.find((link) =>
      isFurther ? link.connectionId === connectionId : !link.isFurther,
    )?.connectionId
    if (values['replace'] !== true) refuseOthers(connectionId, known, without(users, organizationId))
    await tx.connections.upsert(connection, core.clock.real())
    await tx.organizations.setSupplier(organizationId, { supplierCode, connectionId, isFurther }, true)
    await refuseAmbiguous(tx, [organizationId, ...users])
    // The supplier has just answered to it: what was wrong with the contract before is mended.
    if (values['unchecked'] !== true)
      await tx.cases.settle(CONTRACT_CASES, connectionId, 'the contract was connected again')
    const made = await tx.connections.find(connectionId)
    const path = notificationPath(supplierCode, made?.notificationToken ?? '')
    return {
      rows: [
        {
          organizationId,
          supplierCode,
          connectionId,
          inPlaceOf: linked === undefined || linked === connectionId ? null : linked,
          enabled: true,
          baseUrl,
          settings,
          notificationPath: path,
        },
      ],
      trace: {
        action: 'supplier.connect',
        subject: connectionId,
        organizationId,
        before: known || linked ? { ...(known && { ...factsOf(known), organizations: users }), linked } : null,
        after: { ...factsOf(connection), credentials: credentialNames, linked: connectionId },
      },
    }
  },
}

type LinkOfSupplier = { readonly connectionId: string; readonly isFurther: boolean }

/** A connection keeps its place among those with its supplier; a new one replaces the first, unless it shall stand beside it. */
function isLinkedFurther(links: readonly LinkOfSupplier[], connectionId: string, isWanted: boolean): boolean {
  const known = links.find((link) => link.connectionId === connectionId)
  return known?.isFurther ?? (isWanted && links.length > 0)
}

/** Asks the supplier over the connection. Whatever is wrong is told, and nothing is stored. */
async function refuseFaulty({ deps }: Core, tried: TriedConnection, hotel: string | null): Promise<void> {
  const faults = (await tryConnection(deps, tried, hotel)).filter(({ result }) => result === 'FAULT')
  if (faults.length === 0) return
  // The search fails because of whatever else is wrong, and would say it once more.
  const causes = faults.filter(({ check }) => check !== 'search')
  const told = (causes.length > 0 ? causes : faults).map(({ check, detail }) => `${check}: ${detail}`).join('; ')
  throw new UsageError(
    `${tried.connectionId} is not stored. ${told.replace(/\.$/, '')}. (--unchecked stores it without asking)`,
  )
}

/** Refused even with --replace: requests of existing links to the first supplier would carry the credentials of the second. */
function refuseOtherSupplier(
  { connectionId, supplierCode }: Pick<StoredConnection, 'connectionId' | 'supplierCode'>,
  known: StoredConnection | null,
): void {
  if (known && known.supplierCode !== supplierCode)
    throw new UsageError(
      `${connectionId} is a contract with ${known.supplierCode}: use another --connection for ${supplierCode}`,
    )
}

function without(users: readonly string[], organizationId: string): readonly string[] {
  return users.filter((one) => one !== organizationId)
}

/** A connection that other organizations use must not be overwritten by accident. */
function refuseOthers(connectionId: string, known: StoredConnection | null, others: readonly string[]): void {
  if (!known || others.length === 0) return
  const { supplierCode, baseUrl, settings } = factsOf(known)
  throw new UsageError(
    `${connectionId} is the contract of ${others.join(', ')} with ${supplierCode} (base URL ${baseUrl ?? 'the adapter’s own'}, settings ${JSON.stringify(settings)}): its credentials and settings would be overwritten for them too. Use another --connection, or say --replace`,
  )
}

function factsOf({ supplierCode, baseUrl, settings }: StoredConnection) {
  return { supplierCode, baseUrl, settings }
}

/** The path to which the supplier sends its own messages; null for a supplier that sends none. */
function notificationPath(supplierCode: string, token: string): string | null {
  const sends = SUPPLIERS.some(({ code, readNotification }) => code === supplierCode && readNotification !== undefined)
  return sends ? `/supplier-notifications/${token}` : null
}

const list: Command = {
  noun: 'supplier',
  verb: 'list',
  summary: 'lists the suppliers of an organization',
  usage: '--organization org_acme',
  options: { organization: { type: 'string' } },
  required: ['organization'],
  run: async ({ store }, values) => {
    const { organizationId } = await knownOrganization(store, text(values, 'organization'))
    return (await store.organizations.listSuppliers(organizationId)).map((row) => ({
      supplierCode: row.supplierCode,
      connectionId: row.connectionId,
      further: row.isFurther,
      enabled: row.enabled,
      baseUrl: row.connection.baseUrl,
      settings: row.connection.settings,
      notificationPath: notificationPath(row.supplierCode, row.connection.notificationToken),
    }))
  },
}

const test: Command = {
  noun: 'supplier',
  verb: 'test',
  summary:
    'asks the supplier over a connection, and tells what it lacks: settings, reachability, credentials, clock, a search, allowance',
  usage: 'conn_acme [--hotel 12345, by the supplier’s id]',
  options: { connection: { type: 'string' }, hotel: { type: 'string' } },
  positional: 'connection',
  required: ['connection'],
  isFailure: (rows) => rows.some(({ result }) => result === 'FAULT'),
  run: async ({ deps, store, clock }, values, actor) => {
    const connectionId = text(values, 'connection')
    const checks = await testConnection(deps, { connectionId, supplierHotelId: optionalText(values, 'hotel') })
    if (!checks) throw new UsageError(`there is no connection ${connectionId}`)
    // The supplier's own words are left out: they may repeat what it was sent.
    const after = Object.fromEntries(checks.map(({ check, result }) => [check, result]))
    const trace = { organizationId: null, actor, action: 'supplier.test', subject: connectionId }
    await store.audit.append({ ...trace, details: { before: null, after } }, clock.real())
    return checks
  },
}

const show: Command = {
  noun: 'supplier',
  verb: 'show',
  summary:
    'shows one connection: who sells over it, its settings, and of the last 30 days the bookings by what became of them, the calls, and how many searching calls there were for a booking',
  usage: 'conn_acme',
  options: { connection: { type: 'string' } },
  positional: 'connection',
  required: ['connection'],
  run: async ({ store, clock }, values) => {
    const connectionId = text(values, 'connection')
    const known = await store.connections.find(connectionId)
    if (!known) throw new UsageError(`there is no connection ${connectionId}`)
    const since = clock.real() - LOOK_BACK_DAYS * DAY_MS
    const organizations = await store.connections.usersOf(connectionId)
    const bookings = await store.bookings.countsOfConnection(connectionId, { organizationIds: organizations, since })
    const calls = await store.callCounts.ofConnection(connectionId, LOOK_BACK_DAYS)
    const { notificationToken, environment } = known
    return [
      {
        connectionId,
        ...factsOf(known),
        environment,
        organizations,
        notificationPath: notificationPath(known.supplierCode, notificationToken),
        bookings,
        calls,
        lookToBook: lookToBook(calls, bookings),
      },
    ]
  },
}

/** Calls that look for something to book. */
const LOOKS = ['search', 'rooms', 'price_check']

/** How many of them were made for each booking that the supplier took; null without a booking. */
function lookToBook(
  calls: Readonly<Record<string, number>>,
  bookings: Readonly<Record<string, number>>,
): number | null {
  const looks = LOOKS.reduce((sum, operation) => sum + (calls[operation] ?? 0), 0)
  const booked = Object.entries(bookings).reduce((sum, [status, count]) => sum + (status === 'FAILED' ? 0 : count), 0)
  return booked === 0 ? null : Math.round(looks / booked)
}

export const SUPPLIER_COMMANDS: readonly Command[] = [connect, ...SWITCH_COMMANDS, list, show, test]
