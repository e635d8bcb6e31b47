import { Gauge } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/limits',
    label: 'Limits and use',
    on: ['portal'],
    roles: ['partner_support'],
    nav: { group: 'Integration', order: 30, icon: Gauge },
    key: 'l',
    words: 'rate limit quota usage 429 account suppliers',
    load: async () => (await import('./own-limits.tsx')).OwnLimitsScreen,
  },
]
