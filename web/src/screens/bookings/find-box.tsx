import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { looksLikeId } from './like-id.ts'

type FindBoxProps = {
  /** What is looked for now. */
  readonly asked: string
  readonly onAsk: (text: string) => void
}

const PAUSE_MS = 400

/** One box for whatever somebody was told of a booking. */
export function FindBox({ asked, onAsk }: FindBoxProps) {
  const [typed, setTyped] = useState(asked)
  const tell = useDebouncedCallback(onAsk, PAUSE_MS)
  useEffect(() => setTyped(asked), [asked])
  return (
    <Stack gap={4} mb="sm">
      <Group gap="xs" align="end">
        <TextInput
          aria-label="Find a booking"
          placeholder="Our id, the supplier’s, a reference, a key, a request, the hotel, the guest"
          leftSection={<Search size={15} />}
          value={typed}
          data-search
          autoComplete="off"
          style={{ flex: '1 1 320px', maxWidth: 640 }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            tell(currentTarget.value.trim())
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') onAsk(currentTarget.value.trim())
            if (key === 'Escape') currentTarget.blur()
          }}
        />
        {typed !== '' && (
          <Button
            variant="default"
            onClick={() => {
              setTyped('')
              onAsk('')
            }}
          >
            Clear
          </Button>
        )}
      </Group>
      {typed !== '' && !looksLikeId(typed) && (
        <Text size="xs" className="quiet">
          A name or an address stays out of this page’s address, so that no guest is in a link.
        </Text>
      )}
    </Stack>
  )
}
