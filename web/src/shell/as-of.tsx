import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LiveMark } from '../kit/live-mark.tsx'
import { useNewsState } from '../kit/news.tsx'
import { clockTime } from '../kit/time-format.ts'

/** When the oldest of what is on the page was read, and a button that reads all of it again. */
export function AsOf() {
  const client = useQueryClient()
  const live = useNewsState()
  const busy = useIsFetching({ type: 'active' }) > 0
  const [oldest, setOldest] = useState<number | null>(null)
  useEffect(() => {
    function look(): void {
      const read = client
        .getQueryCache()
        .findAll({ type: 'active' })
        .filter(({ queryKey, state }) => queryKey[0] === 'read' && state.dataUpdatedAt > 0)
        .map(({ state }) => state.dataUpdatedAt)
      setOldest(read.length === 0 ? null : Math.min(...read))
    }
    look()
    return client.getQueryCache().subscribe(() => queueMicrotask(look))
  }, [client])
  if (oldest === null) return null
  return (
    <Group gap={6} wrap="nowrap">
      <LiveMark state={live} />
      <Text size="xs" className="quiet num" visibleFrom="sm">
        as of {clockTime(oldest)}
      </Text>
      <Tooltip label="Read again">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Read again"
          data-busy={busy || undefined}
          className="refresh"
          onClick={() => void client.refetchQueries({ type: 'active' })}
        >
          <RefreshCw size={13} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
