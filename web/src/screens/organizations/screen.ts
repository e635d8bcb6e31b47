import { Building2 } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/organizations',
    label: 'Organizations',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Partners', order: 10, icon: Building2 },
    key: 'o',
    words: 'partners tenants customers keys limits',
    load: async () => (await import('./organizations.tsx')).OrganizationsScreen,
  },
  {
    path: '/organizations/$id',
    label: 'Organization',
    on: ['console'],
    roles: ['viewer'],
    ids: ['org_'],
    load: async () => (await import('./organization.tsx')).OrganizationScreen,
  },
]
