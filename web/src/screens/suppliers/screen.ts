import { PlugZap } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/suppliers',
    label: 'Suppliers',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Supply', order: 10, icon: PlugZap },
    key: 's',
    words: 'connections contracts credentials breaker slow down test',
    load: async () => (await import('./suppliers.tsx')).SuppliersScreen,
  },
  {
    path: '/suppliers/connect',
    label: 'Connect a supplier',
    on: ['console'],
    roles: ['operations'],
    words: 'contract credentials new rotate',
    load: async () => (await import('./connect.tsx')).ConnectScreen,
  },
  {
    path: '/suppliers/$id',
    label: 'Connection',
    on: ['console'],
    roles: ['viewer'],
    ids: ['conn_'],
    load: async () => (await import('./connection.tsx')).ConnectionScreen,
  },
]
