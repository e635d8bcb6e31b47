import { createContext, useContext } from 'react'
import type { Role } from '../screen.ts'
import type { Viewer } from './documents.ts'

export const ViewerContext = createContext<Viewer | null>(null)

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('a screen is shown to nobody')
  return viewer
}

/** Whether the viewer has one of the roles; undefined: everybody may. */
export function useMay(roles: readonly Role[] | undefined): boolean {
  const held = useContext(ViewerContext)?.roles ?? []
  return roles === undefined || roles.some((role) => held.includes(role))
}
