import { GitCompareArrows } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/mapping',
    label: 'Mapping',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Supply', order: 40, icon: GitCompareArrows },
    key: 'm',
    words: 'review pairs hotels same different queue',
    load: async () => (await import('./queue.tsx')).MappingScreen,
  },
]
