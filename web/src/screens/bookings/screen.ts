import { BedDouble } from 'lucide-react'
import type { Screen } from '../../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/bookings',
    label: 'Bookings',
    on: ['console', 'portal'],
    roles: ['viewer', 'partner_support'],
    nav: { group: 'Bookings', order: 10, icon: BedDouble },
    key: 'b',
    words: 'find search stuck failed review supplier reference guest hotel idempotency key',
    load: async () => (await import('./bookings.tsx')).BookingsScreen,
  },
  {
    path: '/bookings/$id',
    label: 'Booking',
    on: ['console', 'portal'],
    roles: ['viewer', 'partner_support'],
    ids: ['ubk_'],
    load: async () => (await import('./booking.tsx')).BookingScreen,
  },
]
