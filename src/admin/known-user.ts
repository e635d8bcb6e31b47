import { toRfc3339 } from '../domain/time.ts'
import type { ConsoleUser } from '../store/console-users.ts'
import type { StoreParts } from '../store/store.ts'
import { ItemError, text, type Values } from './command.ts'

/** The person that `id` names, by id or name. */
export async function knownUser(tx: Pick<StoreParts, 'consoleUsers'>, values: Values): Promise<ConsoleUser> {
  const id = text(values, 'id')
  const user = (await tx.consoleUsers.find(id)) ?? (await tx.consoleUsers.findBy({ name: id }))
  if (!user) throw new ItemError(`there is no user ${id}`)
  return user
}

export function toldOrNull(at: number | null): string | null {
  return at === null ? null : toRfc3339(at)
}

/** A person as the commands print one. */
export function shown({ userId, organizationId, name, email, roles, createdAt, disabledAt, subject }: ConsoleUser) {
  const times = { createdAt: toRfc3339(createdAt), disabledAt: toldOrNull(disabledAt) }
  return { userId, name, email, organizationId, roles, hasAccount: subject !== null, ...times }
}

/** Of an e-mail address the audit log, which nobody can erase, says only whether there is one. */
export function traced({ email, subject, ...user }: ConsoleUser) {
  return { ...user, hasEmail: email !== null, hasSubject: subject !== null }
}
