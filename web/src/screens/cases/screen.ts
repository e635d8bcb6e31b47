import { ClipboardCheck } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/cases',
    label: 'Cases',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Now', order: 10, icon: ClipboardCheck },
    key: 'r',
    words: 'reviews awaiting unresolved queue deadline settle approve reject',
    load: async () => (await import('./cases.tsx')).CasesScreen,
  },
  {
    path: '/cases/$id',
    label: 'Case',
    on: ['console'],
    roles: ['viewer'],
    ids: ['case_'],
    load: async () => (await import('./case.tsx')).CaseScreen,
  },
]
