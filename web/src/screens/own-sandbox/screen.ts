import { FlaskConical } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/sandbox',
    label: 'Sandbox',
    on: ['portal'],
    roles: ['partner_support'],
    nav: { group: 'Integration', order: 40, icon: FlaskConical },
    key: 'x',
    words: 'scenario hotels clock faults test',
    load: async () => (await import('./own-sandbox.tsx')).OwnSandboxScreen,
  },
]
