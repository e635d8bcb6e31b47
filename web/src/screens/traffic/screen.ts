import { ArrowLeftRight } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/traffic',
    label: 'Supplier traffic',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Supply', order: 15, icon: ArrowLeftRight },
    key: 't',
    words: 'exchanges requests answers logs sample asked answered',
    load: async () => (await import('./traffic.tsx')).TrafficScreen,
  },
]
