import type { ReactNode } from 'react'
import { type Bounded, boundedTold } from '../../kit/bounded.ts'
import { Figure, Figures } from '../../kit/figure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { Time } from '../../kit/time.tsx'
import type { Tone } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { WORK_FOR_PEOPLE, type Work } from './documents.ts'

const EVERY_MS = 15_000

/** What waits for a person, each figure with the list of what it counts. */
export function WorkForPeople() {
  const read = useRead(WORK_FOR_PEOPLE, {}, { isLive: true, everyMs: EVERY_MS })
  return (
    <Panel title="Needs a person now" isFlush>
      <Part what="What needs a person" read={read}>
        {({ home }) => (
          <Figures>
            <Queues work={home} />
            <Rest work={home} />
          </Figures>
        )}
      </Part>
    </Panel>
  )
}

type WorkProps = { readonly work: Work }

function Queues({ work }: WorkProps) {
  return (
    <>
      <Counted
        label="Reviews"
        of={work.reviews}
        tone="warn"
        definition="Open cases of the kind REVIEW: holds with a near deadline that lapse unless somebody approves them."
        to="/cases"
        hint={<DueFirst at={work.reviewsDueAt} />}
      />
      <Counted
        label="Reviews overdue"
        of={work.reviewsOverdue}
        tone="bad"
        definition="Those of them whose deadline is over."
        to="/cases?overdue=true"
      />
      <Counted
        label="Cases"
        of={work.cases}
        tone="warn"
        definition="Open cases of every other kind: what the gateway could not settle by asking."
        to="/cases?queue=cases"
        hint={<DueFirst at={work.casesDueAt} />}
      />
      <Counted
        label="Cases overdue"
        of={work.casesOverdue}
        tone="bad"
        definition="Those of them whose deadline is over."
        to="/cases?queue=cases&overdue=true"
      />
      <Counted
        label="Approvals"
        of={work.proposals}
        tone="warn"
        definition="What one person has proposed and another one has to approve within 24 hours."
        to="/approvals"
      />
    </>
  )
}

const ENDPOINTS = [
  ['DISABLED', 'Endpoints disabled', 'bad', 'Webhook endpoints that get nothing any more.'],
  ['FAILING', 'Endpoints failing', 'bad', 'Webhook endpoints whose deliveries have only failed for a while.'],
  ['PAUSED', 'Endpoints paused', 'warn', 'Webhook endpoints that are paused, by a person or by Retry-After.'],
] as const

function Rest({ work }: WorkProps) {
  return (
    <>
      <Counted
        label="Dead jobs"
        of={work.deadJobs}
        tone="bad"
        definition="Jobs in pgboss.job with the state failed: pg-boss has given them up, and keeps them for a week. Unknown: no worker has ever run."
        to="/system?tab=work"
      />
      <Counted
        label="Doubtful mappings"
        of={work.doubtfulMappings}
        tone="warn"
        definition="Listings of which a person has to say which hotel they are."
        to="/mapping"
      />
      {ENDPOINTS.map(([health, label, tone, definition]) => {
        const count = work.endpoints.find((one) => one.health === health)?.count
        return (
          <Counted
            key={health}
            label={label}
            of={count === undefined ? null : { count, isMore: false }}
            tone={tone}
            definition={definition}
            to={`/webhooks?health=${health}`}
          />
        )
      })}
    </>
  )
}

function DueFirst({ at }: { readonly at: string | null }) {
  return at === null ? (
    'no deadline'
  ) : (
    <>
      first <Time at={at} as="ago" />
    </>
  )
}

type CountedProps = {
  readonly label: string
  readonly of: Bounded | null
  /** When there are some. */
  readonly tone: Tone
  readonly definition: string
  readonly to: string
  readonly hint?: ReactNode
}

function Counted({ label, of, tone, definition, to, hint }: CountedProps) {
  const isSome = of !== null && of.count > 0
  return (
    <Figure
      label={label}
      value={of === null ? null : boundedTold(of)}
      definition={definition}
      to={to}
      {...(isSome ? { tone, hint } : { tone: 'quiet' })}
    />
  )
}
