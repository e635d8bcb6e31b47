import { userInfo } from 'node:os'
import type { Config } from '../config.ts'
import { UsageError, type Values } from './command.ts'

const NAME = /^[\x21-\x7e]{1,64}$/

/** The name of the person who runs the command: `--as`, else ADMIN_USER, else the name of the system's user. */
export function operatorName(given: Values[string], { adminUser }: Pick<Config, 'adminUser'>): string {
  if (given === undefined) return adminUser ?? systemName()
  if (typeof given === 'string' && NAME.test(given)) return given
  throw new UsageError('--as is a name of 1 to 64 printable characters without spaces')
}

/** A container's user need not have a name. */
function systemName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid:${process.getuid?.() ?? 'unknown'}`
  }
}
