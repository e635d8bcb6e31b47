import { UsersRound } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/approvals',
    label: 'Approvals',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Now', order: 40, icon: UsersRound },
    key: 'p',
    words: 'proposals second person two people',
    load: async () => (await import('./approvals.tsx')).ApprovalsScreen,
  },
]
