import { KeyRound } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/keys',
    label: 'Keys',
    on: ['portal'],
    roles: ['partner_admin'],
    nav: { group: 'Integration', order: 10, icon: KeyRound },
    key: 'k',
    words: 'api key roll rotate revoke scopes',
    load: async () => (await import('./own-keys.tsx')).OwnKeysScreen,
  },
]
