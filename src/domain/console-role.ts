/** What people may do in the console. `admin` has every role of it. */
export const CONSOLE_ROLES = ['viewer', 'support', 'operations', 'finance', 'admin'] as const
/** What people of an organization may do in its portal. `partner_admin` has every role of it. */
export const PORTAL_ROLES = ['partner_support', 'partner_developer', 'partner_admin'] as const

export type ConsoleRole = (typeof CONSOLE_ROLES)[number]
export type PortalRole = (typeof PORTAL_ROLES)[number]
export type Role = ConsoleRole | PortalRole

/** What a role may do besides what bears its name. */
const INCLUDES: Readonly<Record<Role, readonly Role[]>> = {
  viewer: [],
  support: ['viewer'],
  operations: ['support', 'viewer'],
  finance: ['viewer'],
  admin: ['operations', 'support', 'finance', 'viewer'],
  partner_support: [],
  partner_developer: ['partner_support'],
  partner_admin: ['partner_developer', 'partner_support'],
}

/** The roles that somebody has who was given `roles`, without those that do not exist. */
export function heldRoles(roles: readonly string[]): ReadonlySet<Role> {
  const known = [...CONSOLE_ROLES, ...PORTAL_ROLES].filter((role) => roles.includes(role))
  return new Set(known.flatMap((role) => [role, ...INCLUDES[role]]))
}
