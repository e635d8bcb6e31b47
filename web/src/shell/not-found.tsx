import { Stack, Text, Title } from '@mantine/core'
import { ScreenLink } from '../kit/screen-link.tsx'

export function NotFound() {
  return (
    <Stack gap="xs" p="md">
      <Title order={1}>There is no such page</Title>
      <Text size="sm">
        Nothing is at this address, or what it names does not exist any more. Press <kbd>Ctrl</kbd> <kbd>K</kbd> and
        paste an id, or go <ScreenLink to="/">to the first page</ScreenLink>.
      </Text>
    </Stack>
  )
}
