import { ScrollText } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/audit',
    label: 'Audit',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'System', order: 10, icon: ScrollText },
    key: 'a',
    words: 'log who did what history',
    load: async () => (await import('./audit.tsx')).AuditScreen,
  },
]
