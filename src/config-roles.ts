export const ROLES = ['api', 'relay', 'worker', 'suppliers', 'export'] as const
export type Role = (typeof ROLES)[number]
