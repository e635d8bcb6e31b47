import type { Core } from '../core.ts'
import { recordAcceptance } from '../operations/terms/record-acceptance.ts'
import { versionsOf } from '../operations/terms/terms-of-organization.ts'
import { configuredTerms } from '../store/organizations.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, text, UsageError } from './command.ts'
import { knownOrganization } from './known-organization.ts'

/** The terms of each supplier that an organization is connected to, enabled or not, and that has any. */
async function termsOf({ deps, config }: Core, { organizations }: StoreParts, organizationId: string) {
  const connected = await organizations.listSuppliers(organizationId)
  const contracts = connected.map(({ supplierCode, connection }) => ({
    supplierCode,
    terms: configuredTerms(connection.settings),
  }))
  return versionsOf(deps, contracts, config.environment)
}

const accept: Command = {
  noun: 'organization',
  verb: 'accept-terms',
  summary: 'records that an organization has accepted a supplier’s terms, for example on paper',
  usage: '--id org_acme --supplier expedia_rapid --version 2026-01',
  options: { id: { type: 'string' }, supplier: { type: 'string' }, version: { type: 'string' } },
  required: ['id', 'supplier', 'version'],
  change: async ({ core, tx, actor }, values) => {
    const { organizationId } = await knownOrganization(tx, text(values, 'id'))
    const supplierCode = text(values, 'supplier')
    const version = text(values, 'version')
    const all = await termsOf(core, tx, organizationId)
    const versions = all.filter((other) => other.supplierCode === supplierCode).map(({ terms }) => terms.version)
    if (versions.length === 0) throw new UsageError(`${organizationId} has no terms of ${supplierCode} to accept`)
    if (!versions.includes(version)) throw new UsageError(`the version in force is ${versions.join(' or ')}`)
    const { environment } = core.config
    const accepted = { organizationId, environment, supplierCode, version, actor, ip: null }
    // It writes its own entry of the audit log, the same as for a partner.
    return { rows: [shown(await recordAcceptance(core.deps, tx, accepted))], trace: null }
  },
}

const list: Command = {
  noun: 'organization',
  verb: 'terms',
  summary: 'lists the suppliers’ terms that an organization has to accept, and who has accepted them',
  usage: '--id org_acme',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async (core, values) => {
    const { organizationId } = await knownOrganization(core.store, text(values, 'id'))
    const accepted = await core.store.termsAcceptances.list(organizationId, core.config.environment)
    return (await termsOf(core, core.store, organizationId)).map(({ supplierCode, terms }) => {
      const acceptance = accepted.find((one) => one.supplierCode === supplierCode && one.version === terms.version)
      const { version, demanded } = terms
      return { supplierCode, version, demanded, ...(acceptance ? shown(acceptance) : { acceptedAt: null }) }
    })
  },
}

function shown({ supplierCode, version, actor, ip, acceptedAt }: Awaited<ReturnType<typeof recordAcceptance>>) {
  return { supplierCode, version, acceptedAt: new Date(acceptedAt).toISOString(), actor, ip }
}

export const TERMS_COMMANDS: readonly Command[] = [accept, list]
