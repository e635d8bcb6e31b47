import { LibraryBig } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/catalogue',
    label: 'Catalogue',
    on: ['console'],
    roles: ['viewer'],
    nav: { group: 'Supply', order: 30, icon: LibraryBig },
    key: 'c',
    words: 'content pulls imports runs coverage report countries',
    load: async () => (await import('./catalogue.tsx')).CatalogueScreen,
  },
  {
    path: '/hotels/$id',
    label: 'Hotel',
    on: ['console'],
    roles: ['viewer'],
    load: async () => (await import('./hotel.tsx')).HotelScreen,
  },
]
