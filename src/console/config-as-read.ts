import { z } from 'zod'
import { type Config, SETTINGS } from '../config.ts'

/** A setting of this process. */
export type ShownSetting = {
  readonly name: string
  /** `set` for what may be a secret, or lead to one; null: it is absent and has no default. */
  readonly value: string | null
  readonly isDefault: boolean
}

/**
 * The kinds of settings that hold no secret: numbers, switches and choices among known words. Everything else, such as a URL, which may
 * have a password, a key or a network, is told as `set`.
 */
function isPlain(name: string, value: string): boolean {
  return /^\d{1,12}$/.test(value) || ['true', 'false'].includes(value) || PLAIN.has(name)
}

const PLAIN = new Set([
  'HOST',
  'ENVIRONMENT',
  'ROLES',
  'LOG_LEVEL',
  'DATABASE_POOLER',
  'GRAPHQL_ENGINE',
  'SANDBOX_STOCK',
  'OTEL_SERVICE_NAME',
])

/** Every setting as this process has read it. */
export function configAsRead(config: Pick<Config, 'given'>): readonly ShownSetting[] {
  return Object.entries(SETTINGS).map(([name, schema]) => {
    // An empty value counts as absent.
    const given = config.given[name] || null
    if (given !== null)
      return { name, value: isPlain(name, given) && !/KEY|URL|SECRET/.test(name) ? given : 'set', isDefault: false }
    const byDefault = (schema as z.ZodType<string | number | boolean | undefined>).safeParse(undefined)
    const value = byDefault.success ? String(byDefault.data ?? '') : ''
    return { name, value: value === '' ? null : value, isDefault: true }
  })
}
