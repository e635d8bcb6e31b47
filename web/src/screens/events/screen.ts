import { Radio } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/events',
    label: 'Events',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Integration', order: 25, icon: Radio },
    key: 'e',
    words: 'explorer log live tail webhooks what happened',
    load: async () => (await import('./events.tsx')).EventsScreen,
  },
]
