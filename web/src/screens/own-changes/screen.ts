import { ListTree } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/recent',
    label: 'Recent requests',
    on: ['portal'],
    roles: ['partner_support'],
    nav: { group: 'Integration', order: 50, icon: ListTree },
    words: 'request id x-request-id events log',
    load: async () => (await import('./own-changes.tsx')).OwnChangesScreen,
  },
]
