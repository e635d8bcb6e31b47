import { parseRfc3339, toRfc3339 } from '../domain/time.ts'
import { type Command, optionalText, UsageError, type Values, wholeNumber } from './command.ts'

const MAX_LISTED = 10_000

const list: Command = {
  noun: 'audit',
  verb: 'list',
  summary: 'lists who changed what, newest first; --action and --actor may end in * (key.*, operator:*)',
  usage:
    '[--since 2026-11-20T00:00:00Z] [--actor operator:ada] [--subject org_acme] [--action organization.set] [--limit 50]',
  options: {
    since: { type: 'string' },
    actor: { type: 'string' },
    subject: { type: 'string' },
    action: { type: 'string' },
    limit: { type: 'string' },
  },
  required: [],
  run: async ({ store }, values) => {
    const entries = await store.audit.list({
      since: sinceOf(values),
      actor: optionalText(values, 'actor'),
      subject: optionalText(values, 'subject'),
      action: optionalText(values, 'action'),
      limit: Math.min(MAX_LISTED, wholeNumber(values, 'limit') ?? 50),
    })
    return entries.map(({ createdAt, id: _, ...entry }) => ({ at: toRfc3339(createdAt), ...entry }))
  },
}

function sinceOf(values: Values): number | null {
  const given = optionalText(values, 'since')
  if (given === null) return null
  const since = parseRfc3339(given)
  if (since === null) throw new UsageError('--since is RFC 3339, with a zone')
  return since
}

export const AUDIT_COMMANDS: readonly Command[] = [list]
