import { Webhook } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/webhooks',
    label: 'Webhooks',
    on: ['portal'],
    roles: ['partner_developer'],
    nav: { group: 'Integration', order: 20, icon: Webhook },
    key: 'w',
    words: 'endpoint delivery event secret resend recover',
    load: async () => (await import('./own-webhooks.tsx')).OwnWebhooksScreen,
  },
]
