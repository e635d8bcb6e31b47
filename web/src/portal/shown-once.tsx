import { Alert, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeLine } from './code-line.tsx'

type ShownOnceProps = { readonly what: string; readonly value: string; readonly children?: ReactNode }

/** A secret that is told this once: it is nowhere on the page when the dialog is closed. */
export function ShownOnce({ what, value, children }: ShownOnceProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<KeyRound size={16} />}
      title={`Copy ${what} now: it is not shown again`}
      role="status"
    >
      <Stack gap={6}>
        <CodeLine value={value} what={what} />
        {children && (
          <Text size="sm" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
