import { SimpleGrid, Stack } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { Candidates } from './candidates.tsx'
import { DecisionBar } from './decision-bar.tsx'
import type { Pair } from './documents.ts'
import { EvidenceList } from './evidence-list.tsx'
import { asWords } from './fields.ts'
import { OpenBookings, Word } from './pair-notes.tsx'
import { PlacePlot } from './place-plot.tsx'
import { SideBySide } from './side-by-side.tsx'
import type { WorkbenchProps } from './workbench.tsx'

export type PairProps = WorkbenchProps & {
  readonly pair: Pair
  /** False while another pair is asked for. */
  readonly isCurrent: boolean
}

export function PairView(props: PairProps) {
  const { pair } = props
  const { verdict, question, listing, hotel } = pair
  return (
    <Stack gap="md">
      <DecisionBar {...props} />
      <OpenBookings pair={pair} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="pair-grid">
        <Stack gap="md">
          <Panel
            title={
              verdict === null ? 'Side by side' : `${readable(verdict.verdict)}, score ${verdict.score.toFixed(2)}`
            }
            aside={
              <span className="quiet">
                {question === null ? 'nothing is asked' : `${readable(question.why ?? '')}: ${asWords(question.why)}`}
                {question && (
                  <>
                    {' · since '}
                    <Time at={question.since} as="ago" />
                  </>
                )}
              </span>
            }
            isFlush
          >
            <SideBySide pair={pair} />
          </Panel>
          <Panel title="What was said of it before">
            <p style={{ margin: 0 }}>
              {listing.hotelId === null ? (
                'Mapped to no hotel.'
              ) : (
                <>
                  Mapped to hotel {listing.hotelId}
                  {listing.hotelId === hotel?.id ? ', this one' : ''}, by{' '}
                  {readable(listing.decidedBy ?? '').toLowerCase()}: <StatusBadge status={listing.verification} />
                </>
              )}
            </p>
            <Word pair={pair} />
          </Panel>
        </Stack>
        <Stack gap="md">
          <EvidenceList pair={pair} />
          <Panel title="Where they are">
            <PlacePlot pair={pair} />
          </Panel>
          <Candidates pair={pair} compare={props.compare} />
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}
