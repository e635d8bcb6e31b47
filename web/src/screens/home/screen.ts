import { House } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/',
    label: 'Home',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Now', order: 0, icon: House },
    key: 'h',
    words: 'start now overview what needs a person first steps',
    load: async () => (await import('./home.tsx')).HomeScreen,
  },
]
