import { SUPPLIERS } from '../suppliers/registry.ts'
import { type Command, text, UsageError } from './command.ts'

const CODES = SUPPLIERS.map(({ code }) => code).join('|')

const jsonObject = (given: string, name: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(given)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below, the same as for any other value that is no object.
  }
  throw new UsageError(`--${name} must be a JSON object`)
}

const stringValues = (object: Record<string, unknown>): Record<string, string> => {
  const entries = Object.entries(object).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw new UsageError(`--credentials: ${name} must be a string`)
    return [name, value]
  })
  return Object.fromEntries(entries)
}

const connect: Command = {
  noun: 'supplier',
  verb: 'connect',
  summary: 'stores a contract (credentials are sealed) and enables it for an organization',
  usage: `--organization org_acme --supplier ${CODES} --connection conn_acme --credentials '{…}' [--settings '{…}'] [--base-url https://…]`,
  options: {
    organization: { type: 'string' },
    supplier: { type: 'string' },
    connection: { type: 'string' },
    credentials: { type: 'string' },
    settings: { type: 'string', default: '{}' },
    'base-url': { type: 'string' },
  },
  required: ['organization', 'supplier', 'connection', 'credentials'],
  run: async ({ store, clock, seals, config }, values) => {
    const supplier = SUPPLIERS.find(({ code }) => code === values['supplier'])
    if (!supplier) throw new UsageError(`--supplier is one of ${CODES}`)
    const organizationId = text(values, 'organization')
    if (!(await store.organizations.find(organizationId))) throw new UsageError(`no organization ${organizationId}`)
    const credentials = stringValues(jsonObject(text(values, 'credentials'), 'credentials'))
    const settings = jsonObject(text(values, 'settings'), 'settings')
    const faults = supplier.checkConnection({ credentials, settings })
    if (faults.length > 0) throw new UsageError(faults.join('; '))
    const connectionId = text(values, 'connection')
    await store.connections.upsert(
      {
        connectionId,
        supplierCode: supplier.code,
        environment: config.environment,
        name: connectionId,
        baseUrl: values['base-url'] === undefined ? null : text(values, 'base-url'),
        credentials: seals.credentials.seal(JSON.stringify(credentials)),
        settings,
      },
      clock.now(),
    )
    await store.organizations.setSupplier(organizationId, { supplierCode: supplier.code, connectionId }, true)
    return [{ organizationId, supplierCode: supplier.code, connectionId, enabled: true }]
  },
}

const switchTo = (enabled: boolean): Command => ({
  noun: 'supplier',
  verb: enabled ? 'enable' : 'disable',
  summary: enabled ? 'enables a connected supplier' : 'takes a supplier out of use; live bookings stay manageable',
  usage: '--organization org_acme --supplier expedia_rapid',
  options: { organization: { type: 'string' }, supplier: { type: 'string' } },
  required: ['organization', 'supplier'],
  run: async ({ store }, values) => {
    const organizationId = text(values, 'organization')
    const supplierCode = text(values, 'supplier')
    const rows = await store.organizations.listSuppliers(organizationId)
    const row = rows.find((one) => one.supplierCode === supplierCode)
    if (!row) throw new UsageError(`${organizationId} has no connection to ${supplierCode}`)
    await store.organizations.setSupplier(organizationId, row, enabled)
    return [{ organizationId, supplierCode, connectionId: row.connectionId, enabled }]
  },
})

const list: Command = {
  noun: 'supplier',
  verb: 'list',
  summary: 'lists the suppliers of an organization',
  usage: '--organization org_acme',
  options: { organization: { type: 'string' } },
  required: ['organization'],
  run: async ({ store }, values) =>
    (await store.organizations.listSuppliers(text(values, 'organization'))).map((row) => ({
      supplierCode: row.supplierCode,
      connectionId: row.connectionId,
      enabled: row.enabled,
      baseUrl: row.connection.baseUrl,
      settings: row.connection.settings,
    })),
}

export const SUPPLIER_COMMANDS: readonly Command[] = [connect, switchTo(true), switchTo(false), list]
