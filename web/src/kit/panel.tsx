import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type PanelProps = {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly isFlush?: boolean
}

/** A part of a screen with a head and a border. `isFlush`: its content reaches to the border, as tables do. */
export function Panel({ title, aside, children, isFlush = false }: PanelProps) {
  return (
    <section className="panel" data-flush={isFlush || undefined}>
      {(title || aside) && (
        <Group justify="space-between" gap="xs" className="panel-head">
          {title && <Title order={2}>{title}</Title>}
          {aside && <Group gap="xs">{aside}</Group>}
        </Group>
      )}
      <div className="panel-body">{children}</div>
    </section>
  )
}
