import { Users } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/people',
    label: 'People',
    on: ['portal'],
    roles: ['partner_admin'],
    nav: { group: 'System', order: 20, icon: Users },
    key: 'p',
    words: 'invite colleagues roles users sign in',
    load: async () => (await import('./own-people.tsx')).OwnPeopleScreen,
  },
]
