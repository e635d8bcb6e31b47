import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { placeOf } from './screen-link.tsx'

/** Goes to another screen: `go('/bookings?stuck=true')`. */
export function useGo(): (address: string) => void {
  const navigate = useNavigate()
  return useCallback((address) => void navigate(placeOf(address) as never), [navigate])
}
