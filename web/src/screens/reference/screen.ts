import { BookOpen } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/reference',
    label: 'Reference',
    on: ['portal'],
    roles: ['partner_support'],
    nav: { group: 'Integration', order: 60, icon: BookOpen },
    words: 'docs documentation graphiql openapi errors changelog',
    load: async () => (await import('./reference.tsx')).ReferenceScreen,
  },
]
