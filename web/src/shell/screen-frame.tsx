import { type ReactNode, useEffect } from 'react'
import { Boundary } from '../kit/boundary.tsx'
import { NotAllowed } from '../kit/empty.tsx'
import { useViewer } from '../kit/viewer.ts'
import type { Screen } from '../screen.ts'
import { isFor } from '../screens.ts'
import { SURFACE } from '../surface.ts'

const PRODUCT = { console: 'Console', portal: 'Portal' }

/** A screen with its title, for those whose roles it is for. */
export function ScreenFrame({ screen, children }: { readonly screen: Screen; readonly children: ReactNode }) {
  const { roles } = useViewer()
  useEffect(() => {
    document.title = `${screen.label} · ${PRODUCT[SURFACE]}`
  }, [screen])
  if (!isFor(screen, roles)) return <NotAllowed needs={screen.roles} />
  return <Boundary what={screen.label}>{children}</Boundary>
}
