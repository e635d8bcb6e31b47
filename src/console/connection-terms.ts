import { isDeepStrictEqual } from 'node:util'
import type { Values } from '../admin/command.ts'
import type { Core } from '../core.ts'
import { dateInZone } from '../domain/time.ts'
import type { StoreParts } from '../store/store.ts'
import type { StoredConnection } from '../store/supplier-connections.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'

/** What is looked at: before a supplier is asked, and once more in the transaction that stores. */
export type ConnectionTerms = Pick<Core, 'config' | 'clock'> & { readonly store: StoreParts }
type Settings = Readonly<Record<string, unknown>>

/**
 * What a screen may change of a connection that exists: where it sells, and how much is asked of it. All else says where it leads, when a
 * booking is given up, or at which price it is sold; a setting that an adapter adds is among that until somebody says here that it is not.
 */
const OF_SCREENS: ReadonlySet<string> = new Set([
  'currency',
  'markets',
  'countries',
  'timeZone',
  'maxRequestsPerSecond',
  'maxRequestsPerSecondBy',
  'maxConcurrent',
  'supplierTerms',
])

/**
 * What a screen may say besides of a new connection in production: what the contract is. At which price it sells, when a hold or a booking is
 * given up, and where it leads are of the command line from the beginning, as changes of them are.
 */
const OF_CONTRACTS: ReadonlySet<string> = new Set([
  'salesChannel',
  'salesEnvironment',
  'partnerPointOfSale',
  'billingTerms',
  'paymentTerms',
  'platformName',
  'rateOptions',
  'travelPurpose',
  'exclusions',
  'ownAddress',
  'billingContact',
  'checkBookable',
  'paymentMethod',
  'closedUserGroup',
  'feed',
  'customTags',
  'corporateEmail',
  'supplierData',
])

/**
 * Why a screen may not connect a supplier so; null: it may. Whoever leads a connection with bookings to another host answers for the supplier:
 * one person could settle bookings so, without the second one that settling takes. That is for whoever holds the machine.
 */
export async function refusesConnection(terms: ConnectionTerms, values: Values): Promise<string | null> {
  const { store, config } = terms
  const known = await store.connections.find(String(values['connection']))
  const why = known
    ? (refusesChange(known, values) ?? (await refusesUnproven(terms, known)))
    : refusesNew(config, values)
  return why ?? refusesPlace({ store }, values)
}

/** Whose account the credentials are is seen by what was confirmed over it before; without that, an order that waits would be given up. */
async function refusesUnproven(
  { store: { connections }, clock }: ConnectionTerms,
  { connectionId }: StoredConnection,
): Promise<string | null> {
  const since = dateInZone(clock.real(), 'UTC')
  if ((await connections.confirmedOver(connectionId, { since, most: 1 })).length > 0) return null
  return (await connections.owesAnswers(connectionId, since))
    ? 'Orders wait for its supplier, and nothing confirmed shows whose account the credentials are: by the command line.'
    : null
}

function refusesChange(known: StoredConnection, values: Values): string | null {
  if (values['unchecked'] === true)
    return 'A connection that exists is stored only when its supplier has taken the credentials; without asking, by the command line.'
  const baseUrl = values['base-url'] ?? ''
  if (baseUrl !== '' && baseUrl !== (known.baseUrl ?? 'none'))
    return 'The base URL of a connection that exists is changed by the command line.'
  const settings = settingsOf(values)
  if (!settings) return null
  const before: Settings = known.settings
  const changed = [...new Set([...Object.keys(before), ...Object.keys(settings)])].filter(
    (name) => !OF_SCREENS.has(name) && !isDeepStrictEqual(before[name], settings[name]),
  )
  return changed.length === 0
    ? null
    : `Of a connection that exists these settings are changed by the command line: ${changed.join(', ')}. Settings that are not given go, unless none are.`
}

/** In production guests are sold over it at once, at its prices, and their names go where it leads. */
function refusesNew({ environment }: ConnectionTerms['config'], values: Values): string | null {
  if (environment !== 'production') return null
  const supplier = SUPPLIERS.find(({ code }) => code === values['supplier'])
  const baseUrl = values['base-url'] ?? 'none'
  if (supplier && baseUrl !== 'none' && hostOf(String(baseUrl)) !== hostOf(supplier.baseUrls.production))
    return 'In production a connection leads to its supplier’s own host; to another one by the command line.'
  // What the supplier does not know is a slip, which the command says.
  const known = Object.keys(settingsOf(values) ?? {}).filter((name) => supplier?.fields?.settings.includes(name))
  const others = known.filter((name) => !OF_SCREENS.has(name) && !OF_CONTRACTS.has(name))
  return others.length === 0 ? null : `In production these settings are set by the command line: ${others.join(', ')}.`
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null
}

/** To take the place of a contract switches it off, which two people agree on while its supplier owes answers. */
async function refusesPlace({ store }: Pick<ConnectionTerms, 'store'>, values: Values): Promise<string | null> {
  const [organization, supplier] = [String(values['organization']), String(values['supplier'])]
  const links = (await store.organizations.listSuppliers(organization)).filter(
    ({ supplierCode }) => supplierCode === supplier,
  )
  const isLinked = links.some(({ connectionId }) => connectionId === values['connection'])
  const first = links.find(({ isFurther }) => !isFurther)
  if (isLinked || values['further'] === true || !first?.enabled) return null
  return (await store.bookings.hasOpenOrders(organization, supplier))
    ? `It would take the place of ${first.connectionId}, whose supplier owes answers about bookings of ${organization}: two people agree to disable that first, or it stands beside it with its own markets or countries (further).`
    : null
}

/** Null: none are given, or what is given is no object, which the command says. */
function settingsOf({ settings }: Values): Settings | null {
  if (typeof settings !== 'string') return null
  try {
    const read: unknown = JSON.parse(settings)
    return typeof read === 'object' && read !== null ? (read as Settings) : null
  } catch {
    return null
  }
}
