import { Coins } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/rates',
    label: 'Rates',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Money', order: 10, icon: Coins },
    words: 'exchange currency conversion dollar euro',
    load: async () => (await import('./rates.tsx')).RatesScreen,
  },
]
