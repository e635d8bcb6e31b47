import { Rocket } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/',
    label: 'Start',
    on: ['portal'],
    roles: ['partner_support'],
    nav: { group: 'Now', order: 0, icon: Rocket },
    key: 'h',
    words: 'quick start home first steps',
    load: async () => (await import('./start.tsx')).StartScreen,
  },
]
