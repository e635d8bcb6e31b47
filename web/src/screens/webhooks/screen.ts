import { Webhook } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/webhooks',
    label: 'Webhooks',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Integration', order: 10, icon: Webhook },
    key: 'w',
    words: 'endpoints deliveries failing paused disabled resend recover',
    load: async () => (await import('./webhooks.tsx')).WebhooksScreen,
  },
  {
    path: '/webhooks/$id',
    label: 'Endpoint',
    on: ['console'],
    roles: ['viewer'],
    ids: ['whe_'],
    load: async () => (await import('./endpoint.tsx')).EndpointScreen,
  },
  {
    path: '/webhooks/deliveries/$id',
    label: 'Delivery',
    on: ['console'],
    roles: ['viewer'],
    ids: ['whd_'],
    load: async () => (await import('./delivery.tsx')).DeliveryScreen,
  },
]
