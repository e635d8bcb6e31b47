import { Group } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { ScreenLink } from '../kit/screen-link.tsx'
import { useTroubles } from '../kit/trouble.ts'

/** Says on top of every screen what makes it less true than it looks: a store that is away, a stream that is lost. */
export function DegradedBar() {
  const troubles = [...useTroubles()]
  return (
    <div aria-live="polite">
      {troubles.map(([key, { text, to }]) => (
        <Group key={key} className="degraded" gap="xs" wrap="nowrap">
          <TriangleAlert size={15} aria-hidden />
          <span>{text}</span>
          {to && <ScreenLink to={to}>Show</ScreenLink>}
        </Group>
      ))}
    </div>
  )
}
