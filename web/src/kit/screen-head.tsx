import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type ScreenHeadProps = {
  readonly title: ReactNode
  /** The question that the screen answers. */
  readonly answers?: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
}

/** The head of a screen: its title, its question, its actions. */
export function ScreenHead({ title, answers, children }: ScreenHeadProps) {
  return (
    <Group justify="space-between" align="start" gap="xs" mb="sm">
      <div style={{ minWidth: 0 }}>
        <Title order={1}>{title}</Title>
        {answers && (
          <Text size="sm" className="quiet">
            {answers}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
