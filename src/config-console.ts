import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CONSOLE_ROLES, type ConsoleRole } from './domain/console-role.ts'

/** As URLs write this very machine. */
const HERE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** What crosses the network with a secret in it goes over TLS; on this very machine it may do without. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && HERE.test(hostname))
}

function safeUrl(more: (url: URL) => boolean, message: string) {
  return z.string().superRefine((text, context) => {
    const url = URL.parse(text)
    if (!url || !isSafe(url) || url.username !== '' || url.search !== '' || url.hash !== '' || !more(url))
      context.addIssue(message)
  })
}

/** The address of the console or the portal as browsers have it, without a slash at its end. */
function addressOf(path: string) {
  return safeUrl(
    ({ pathname }) => pathname.replace(/\/$/, '') === path,
    `must be the https address at which browsers have ${path}, e.g. https://gateway.example.com${path}`,
  ).transform((text) => text.replace(/\/$/, ''))
}

const printable = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be 1 to 1000 printable characters without spaces')

/** `group=role`, several of them with commas between; a group may stand there with each of its roles. */
const roleOfGroup = z.string().superRefine((text, context) => {
  for (const pair of pairsOf(text))
    if (pair.group === '' || !CONSOLE_ROLES.some((role) => role === pair.role))
      context.addIssue(
        `must be a comma list of group=role with the roles ${CONSOLE_ROLES.join(', ')}: not ${JSON.stringify(pair.text)}`,
      )
})

/** Names of groups may have an equals sign in them; roles have none. */
function pairsOf(text: string): readonly { readonly text: string; readonly group: string; readonly role: string }[] {
  return text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=')
    return { text: pair.trim(), group: pair.slice(0, Math.max(at, 0)).trim(), role: pair.slice(at + 1).trim() }
  })
}

function contentOf(path: string, context: z.RefinementCtx): string {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (printable.safeParse(secret).success) return secret
    context.addIssue('must be a file with the secret alone, 1 to 1000 printable characters')
  } catch (error) {
    context.addIssue(`cannot be read: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}`)
  }
  return z.NEVER
}

/** The settings of signing in at an identity provider (OpenID Connect); config.ts has the others. */
export const CONSOLE_SETTINGS = {
  CONSOLE_URL: addressOf('/console').optional(),
  PORTAL_URL: addressOf('/portal').optional(),
  OIDC_ISSUER: safeUrl(() => true, 'must be an https URL without a query, as the provider itself writes it').optional(),
  OIDC_CLIENT_ID: printable.optional(),
  OIDC_CLIENT_SECRET: printable.optional(),
  OIDC_CLIENT_SECRET_FILE: z.string().transform(contentOf).optional(),
  OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'must be scopes with spaces between, openid among them')
    .default('openid email profile'),
  OIDC_GROUPS_CLAIM: printable.default('groups'),
  OIDC_ROLES: roleOfGroup.optional(),
} as const

type Read = z.output<z.ZodObject<typeof CONSOLE_SETTINGS>>

/** The identity provider at which people sign in. */
export type OidcConfig = {
  /** As `URL` writes it: people's accounts are known by it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly groupsClaim: string
  /** The console's roles of each of the provider's groups; null: people have the roles of their invitation. */
  readonly rolesOfGroups: ReadonlyMap<string, readonly ConsoleRole[]> | null
  /** Where browsers have the console and the portal; null: nobody signs in there by the provider. */
  readonly consoleUrl: string | null
  readonly portalUrl: string | null
}

/** Null: there is no provider. */
export function toOidcConfig(read: Read): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = read
  const clientSecret = read.OIDC_CLIENT_SECRET ?? read.OIDC_CLIENT_SECRET_FILE
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return {
    issuer: new URL(issuer).href,
    clientId,
    clientSecret,
    scopes: read.OIDC_SCOPES,
    groupsClaim: read.OIDC_GROUPS_CLAIM,
    rolesOfGroups: read.OIDC_ROLES === undefined ? null : rolesByGroup(read.OIDC_ROLES),
    consoleUrl: read.CONSOLE_URL ?? null,
    portalUrl: read.PORTAL_URL ?? null,
  }
}

function rolesByGroup(text: string): ReadonlyMap<string, readonly ConsoleRole[]> {
  const byGroup = Map.groupBy(pairsOf(text), ({ group }) => group)
  return new Map(
    [...byGroup].map(([group, pairs]) => [
      group,
      CONSOLE_ROLES.filter((role) => pairs.some((pair) => pair.role === role)),
    ]),
  )
}

/** Settings that make sense only together; told beside the faults of each, so by their names alone. */
export function consoleFaults(
  given: Readonly<Record<string, unknown>>,
): readonly { readonly setting: string; readonly message: string }[] {
  function has(name: keyof typeof CONSOLE_SETTINGS): boolean {
    return given[name] !== undefined
  }
  function fault(setting: keyof typeof CONSOLE_SETTINGS, message: string) {
    return { setting, message }
  }
  if (!has('OIDC_ISSUER')) {
    const alone = (Object.keys(CONSOLE_SETTINGS) as (keyof typeof CONSOLE_SETTINGS)[]).filter(has)
    return alone.map((setting) => fault(setting, 'needs OIDC_ISSUER'))
  }
  const hasBoth = has('OIDC_CLIENT_SECRET') && has('OIDC_CLIENT_SECRET_FILE')
  const hasNone = !has('OIDC_CLIENT_SECRET') && !has('OIDC_CLIENT_SECRET_FILE')
  return [
    ...(has('OIDC_CLIENT_ID') ? [] : [fault('OIDC_CLIENT_ID', 'is required with OIDC_ISSUER')]),
    ...(hasNone ? [fault('OIDC_CLIENT_SECRET', 'or OIDC_CLIENT_SECRET_FILE is required with OIDC_ISSUER')] : []),
    ...(hasBoth ? [fault('OIDC_CLIENT_SECRET', 'and OIDC_CLIENT_SECRET_FILE are two secrets: set one')] : []),
    ...(has('CONSOLE_URL') || has('PORTAL_URL')
      ? []
      : [fault('CONSOLE_URL', 'or PORTAL_URL is required with OIDC_ISSUER: the provider leads people back there')]),
  ]
}
