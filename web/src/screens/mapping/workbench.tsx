import { Button, Group } from '@mantine/core'
import { ChevronLeft } from 'lucide-react'
import { NothingYet } from '../../kit/empty.tsx'
import { useKeys } from '../../kit/keys.ts'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { useRead } from '../../kit/use-read.ts'
import { PAIR } from './documents.ts'
import { PairView } from './pair-view.tsx'

export type WorkbenchProps = {
  readonly listing: string
  /** Null: the hotel that the engine asks about. */
  readonly hotel: number | null
  /** How many questions wait in all; null: not known yet. */
  readonly waiting: number | null
  readonly compare: (hotel: number) => void
  /** What was decided in this sitting, the last one last. */
  readonly decided: readonly string[]
  /** Kept from pair to pair. */
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly move: (step: 1 | -1) => void
  readonly close: () => void
  readonly onDecided: (listing: string) => void
  readonly onUndone: (listing: string) => void
}

/** One pair at a time; what is decided is followed by the next one. */
export function Workbench(props: WorkbenchProps) {
  const { listing, hotel, waiting, move, close } = props
  const read = useRead(PAIR, { listing, hotel })
  useKeys({ j: () => move(1), k: () => move(-1), Escape: close })
  return (
    <>
      <ScreenHead
        title="Is this one hotel?"
        answers={waiting === null ? listing : `${listing} · ${waiting.toLocaleString()} wait`}
      >
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<ChevronLeft size={13} />}
            rightSection={<kbd>Esc</kbd>}
            onClick={close}
          >
            Queue
          </Button>
          <Button variant="default" rightSection={<kbd>k</kbd>} onClick={() => move(-1)}>
            Before
          </Button>
          <Button variant="default" rightSection={<kbd>j</kbd>} onClick={() => move(1)}>
            Next
          </Button>
        </Group>
      </ScreenHead>
      <Part what="The pair" read={read}>
        {({ mappingPair }) =>
          mappingPair === null ? (
            <NothingYet title={`There is no listing ${listing}`}>
              It was never staged, and is mapped nowhere.
            </NothingYet>
          ) : (
            <PairView
              key={`${mappingPair.listing.id}-${mappingPair.hotel?.id}`}
              {...props}
              pair={mappingPair}
              isCurrent={!read.isStale}
            />
          )
        }
      </Part>
    </>
  )
}
