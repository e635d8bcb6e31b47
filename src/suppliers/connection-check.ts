import { isLoopback } from '../platform/networks.ts'
import { NOT_KNOWN } from './connection-settings.ts'
import type { Supplier } from './supplier.ts'
import type { SupplierConnection } from './supplier-call.ts'

type Environment = 'sandbox' | 'production'

/** A connection before it is stored, or as it is stored. */
type Checked = Pick<SupplierConnection, 'credentials' | 'settings' | 'baseUrl' | 'environment'>

/** Every fault of a connection that can be seen without asking its supplier, each with the name of its field. */
export function connectionFaults(registry: readonly Supplier[], supplier: Supplier, connection: Checked): string[] {
  return [
    ...supplier.checkConnection(connection).map((fault) => ownerTold(registry, supplier, fault)),
    ...hostFaults(supplier, connection),
    ...wireFaults(connection),
  ]
}

/** Says of a name that is not known here which supplier has it. */
function ownerTold(registry: readonly Supplier[], supplier: Supplier, fault: string): string {
  if (!fault.endsWith(NOT_KNOWN)) return fault
  const name = fault.slice(0, -NOT_KNOWN.length)
  const others = registry.filter((other) => other !== supplier)
  const setting = others.find(({ fields }) => fields?.settings.includes(name))
  if (setting) return `${name}: is a setting of ${setting.code}`
  const credential = others.find(({ fields }) => fields?.credentials.includes(name))
  return credential ? `${name}: is a credential of ${credential.code}` : fault
}

function isEnvironment(name: string | undefined): name is Environment {
  return name === 'sandbox' || name === 'production'
}

/** The host of the other environment; nothing for a supplier that has one host for both. */
function hostFaults(
  { name, baseUrls }: Supplier,
  { baseUrl, environment }: Pick<Checked, 'baseUrl' | 'environment'>,
): string[] {
  const host = hostOf(baseUrl)
  if (!isEnvironment(environment)) return []
  if (host === hostOf(baseUrls[environment])) return []
  const other = environment === 'production' ? 'sandbox' : 'production'
  if (host !== hostOf(baseUrls[other])) return []
  const what = other === 'sandbox' ? 'test host' : 'production host'
  return [`base URL: ${host} is the ${what} of ${name}, and this gateway is ${environment}`]
}

/** Over plain http the credentials could be read on the way; beside us there is no way. */
function wireFaults({ baseUrl, environment }: Pick<Checked, 'baseUrl' | 'environment'>): string[] {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isOpen = environment === 'production' && url?.protocol === 'http:' && !isLoopback(url.hostname)
  return isOpen ? ['base URL: must be https:// in production'] : []
}

/** A host with a dot at its end is the same one. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/\.(?=:|$)/, '') : url
}
