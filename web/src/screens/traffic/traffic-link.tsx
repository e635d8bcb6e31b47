import { ScreenLink } from '../../kit/screen-link.tsx'
import { printSearch } from '../../kit/search-state.ts'
import { SURFACE } from '../../surface.ts'

type TrafficLinkProps = { readonly requestId?: string; readonly connectionId?: string }

/** To the exchanges with suppliers of a request, or over a connection. Partners have no such screen. */
export function TrafficLink({ requestId, connectionId }: TrafficLinkProps) {
  if (SURFACE !== 'console') return null
  return (
    <ScreenLink to={`/traffic${printSearch({ request: requestId, connection: connectionId })}`} underline="always">
      what was asked and answered
    </ScreenLink>
  )
}
