import { areAmbiguous } from '../domain/connection-scope.ts'
import { scopeOf } from '../store/organizations.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, optionalText, text, UsageError } from './command.ts'

type Link = Awaited<ReturnType<StoreParts['organizations']['listSuppliers']>>[number]

/** Locks the organizations, so that no two links are made at once that nothing decides between. */
export async function lockOrganizations(
  { organizations }: Pick<StoreParts, 'organizations'>,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of [...new Set(organizationIds)].sort()) await organizations.lock(organizationId)
}

/** Refuses links of an organization that leave open over which connection a supplier is asked. */
export async function refuseAmbiguous(
  { organizations }: Pick<StoreParts, 'organizations'>,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of new Set(organizationIds)) {
    const enabled = (await organizations.listSuppliers(organizationId)).filter((link) => link.enabled)
    const faults = enabled.flatMap((one, index) => {
      const others = enabled.slice(index + 1).filter((other) => one.supplierCode === other.supplierCode)
      return others.filter((other) => isAmbiguous(one, other)).map((other) => `${told(one)} and ${told(other)}`)
    })
    if (faults.length > 0)
      throw new UsageError(
        `${organizationId} would have contracts between which nothing decides: ${faults.join('; ')}. Give them markets or countries that do not overlap, or disable one`,
      )
  }
}

function isAmbiguous(one: Link, other: Link): boolean {
  return areAmbiguous(scopeOf(one.connection.settings), scopeOf(other.connection.settings))
}

function told({ connectionId, connection }: Link): string {
  const { markets, countries } = scopeOf(connection.settings)
  return `${connectionId} (markets ${markets?.join() ?? 'all'}, countries ${countries?.join() ?? 'all'})`
}

function switchTo(enabled: boolean): Command {
  return {
    noun: 'supplier',
    verb: enabled ? 'enable' : 'disable',
    summary: enabled
      ? 'enables a connected supplier, or one of several connections with it'
      : 'disables a supplier, or one of several connections with it; existing bookings can still be managed',
    usage: '--organization org_acme --supplier expedia_rapid [--connection conn_acme]',
    options: { organization: { type: 'string' }, supplier: { type: 'string' }, connection: { type: 'string' } },
    required: ['organization', 'supplier'],
    change: async ({ tx }, values) => {
      const organizationId = text(values, 'organization')
      const supplierCode = text(values, 'supplier')
      await lockOrganizations(tx, [organizationId])
      const links = linksOf(await tx.organizations.listSuppliers(organizationId), {
        organizationId,
        supplierCode,
        connectionId: optionalText(values, 'connection'),
      })
      for (const link of links) await tx.organizations.setSupplier(organizationId, link, enabled)
      if (enabled) await refuseAmbiguous(tx, [organizationId])
      return {
        rows: links.map(({ connectionId }) => ({ organizationId, supplierCode, connectionId, enabled })),
        trace: {
          action: enabled ? 'supplier.enable' : 'supplier.disable',
          subject: links.map(({ connectionId }) => connectionId).join(),
          organizationId,
          before: { supplierCode, enabled: links.some((link) => link.enabled) },
          after: { supplierCode, enabled },
        },
      }
    },
  }
}

type Wanted = {
  readonly organizationId: string
  readonly supplierCode: string
  /** Null: every connection with the supplier. */
  readonly connectionId: string | null
}

function linksOf(all: readonly Link[], { organizationId, supplierCode, connectionId }: Wanted): readonly Link[] {
  const links = all.filter((link) => link.supplierCode === supplierCode)
  if (links.length === 0) throw new UsageError(`${organizationId} has no connection to ${supplierCode}`)
  const wanted = links.filter((link) => connectionId === null || link.connectionId === connectionId)
  if (wanted.length === 0)
    throw new UsageError(
      `${organizationId} is connected to ${supplierCode} over ${links.map((link) => link.connectionId).join(', ')}, not over ${connectionId}`,
    )
  return wanted
}

export const SWITCH_COMMANDS: readonly Command[] = [switchTo(true), switchTo(false)]
