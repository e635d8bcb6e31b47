import { Users } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/people',
    label: 'People',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'System', order: 12, icon: Users },
    key: 'u',
    words: 'operators roles invite sessions sign in colleagues',
    load: async () => (await import('./people.tsx')).PeopleScreen,
  },
]
