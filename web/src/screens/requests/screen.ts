import { Waypoints } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/requests',
    label: 'Requests',
    on: ['console', 'portal'],
    roles: ['viewer', 'partner_support'],
    nav: { group: 'Integration', order: 30, icon: Waypoints },
    words: 'explorer trace request id what happened',
    load: async () => (await import('./requests.tsx')).RequestsScreen,
  },
  {
    path: '/requests/$id',
    label: 'Request',
    on: ['console', 'portal'],
    roles: ['viewer', 'partner_support'],
    ids: ['req_'],
    load: async () => (await import('./requests.tsx')).RequestsScreen,
  },
]
