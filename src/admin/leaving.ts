import { open } from 'node:fs/promises'
import { eraseOrganization } from '../operations/operator/erasing/erase-organization.ts'
import { exportOrganization } from '../operations/operator/erasing/export-organization.ts'
import { type Command, optionalText, text, UsageError } from './command.ts'
import { knownOrganization } from './known-organization.ts'

const exportAll: Command = {
  noun: 'organization',
  verb: 'export',
  summary:
    'exports all data of an organization to a new file, one JSON object per line; guests in the clear, no secrets',
  usage: '--id org_acme --to acme.ndjson',
  options: { id: { type: 'string' }, to: { type: 'string' } },
  required: ['id', 'to'],
  run: async (core, values, actor) => {
    const { organizationId } = await knownOrganization(core.store, text(values, 'id'))
    const path = text(values, 'to')
    // `wx` refuses an existing file; 0600 lets only the owner read the new one.
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(error.code === 'EEXIST' ? `${path} already exists` : `${path}: ${error.message}`)
    })
    let lines = 0
    try {
      await core.store.audit.append(
        { organizationId, actor, action: 'organization.export', subject: organizationId, details: { to: path } },
        core.clock.real(),
      )
      for await (const line of exportOrganization(core.deps, organizationId)) {
        await file.write(line)
        lines += 1
      }
    } finally {
      await file.close()
    }
    return [{ organizationId, file: path, lines }]
  },
}

const erase: Command = {
  noun: 'organization',
  verb: 'erase',
  summary: 'shows what would be erased; --confirm with the id revokes keys, unlinks suppliers, deletes personal data',
  usage: '--id org_acme [--confirm org_acme] [--force]',
  options: { id: { type: 'string' }, confirm: { type: 'string' }, force: { type: 'boolean' } },
  required: ['id'],
  run: async (core, values, actor) => {
    const { organizationId } = await knownOrganization(core.store, text(values, 'id'))
    const confirmed = optionalText(values, 'confirm')
    if (confirmed === null) {
      const inventory = await core.store.organizationRecords.inventory(organizationId)
      return [{ organizationId, erased: false, ...inventory, next: `--confirm ${organizationId}` }]
    }
    if (confirmed !== organizationId) throw new UsageError(`--confirm must be ${organizationId}: nothing was erased`)
    const force = values['force'] === true
    const erased = await eraseOrganization(core.deps, { organizationId, actor, force })
    if (!erased.ok) throw new UsageError(erased.error)
    return [{ organizationId, erased: true, ...erased.value }]
  },
}

export const LEAVING_COMMANDS: readonly Command[] = [exportAll, erase]
