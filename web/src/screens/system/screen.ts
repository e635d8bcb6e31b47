import { Server } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/system',
    label: 'System',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'System', order: 30, icon: Server },
    key: 'y',
    words: 'health postgres redis replica migrations queues jobs partitions retention configuration settings processes',
    load: async () => (await import('./system.tsx')).SystemScreen,
  },
]
