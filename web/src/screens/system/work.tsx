import { Stack } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Time } from '../../kit/time.tsx'
import { duration } from '../../kit/time-format.ts'
import type { Work } from './documents.ts'
import { PlainTable } from './plain-table.tsx'

type WorkProps = { readonly work: Work }

const LINKS: Readonly<Record<string, string>> = {
  'webhook deliveries': '/webhooks',
  'looks at bookings': '/bookings?view=STUCK',
  'comparisons with suppliers': '/suppliers',
}

export function WorkView({ work }: WorkProps) {
  return (
    <Stack gap="md">
      <Panel title="Due and not done" isFlush>
        <PlainTable
          what="Queues"
          heads={[
            ['Queue'],
            ['Waiting', 'Rows whose due time is over by the database’s clock; counted up to ten thousand.'],
            ['Oldest is late by', 'How long ago the first of them was due.'],
          ]}
          rows={work.queues.map(({ queue, waiting, isMore, oldestMs }) => [
            queue,
            [
              LINKS[queue] === undefined ? queue : <ScreenLink to={LINKS[queue]}>{queue}</ScreenLink>,
              `${waiting.toLocaleString('en-GB')}${isMore ? '+' : ''}`,
              oldestMs === null ? 'none waits' : duration(oldestMs),
            ],
          ])}
          figures={[1, 2]}
        />
      </Panel>
      <Jobs work={work} />
      <Groups work={work} />
      <Failed work={work} />
    </Stack>
  )
}

function Jobs({ work: { jobs } }: WorkProps) {
  if (jobs === null)
    return (
      <Panel title="Periodic jobs">
        <NothingYet title="Unknown">
          No worker has ever run on this database: a process with the role worker has to.
        </NothingYet>
      </Panel>
    )
  return (
    <Panel title="Periodic jobs" isFlush>
      <PlainTable
        what="Periodic jobs"
        heads={[
          ['Job'],
          ['Runs at (UTC)', 'pgboss.schedule.cron'],
          ['Waiting', 'pgboss.job: created and retry'],
          ['Running', 'pgboss.job: active'],
          ['Failed for good', 'pgboss.job: failed, of the week that it keeps'],
          ['Done last'],
          ['Failed last'],
        ]}
        rows={jobs.map((job) => [
          job.queue,
          [
            <span key="queue" className="mono">
              {job.queue}
            </span>,
            <span key="cron" className="mono">
              {job.cron ?? '–'}
            </span>,
            job.waiting,
            job.running,
            job.failed,
            <Time key="done" at={job.lastDoneAt} as="ago" none="not within a week" />,
            <Time key="failed" at={job.lastFailedAt} as="ago" none="not within a week" />,
          ],
        ])}
        figures={[2, 3, 4]}
      />
    </Panel>
  )
}

/** What has failed for good by its error, so that all of it is tried again at once when its cause is mended. */
function Groups({ work: { failedJobGroups } }: WorkProps) {
  if (failedJobGroups.length === 0) return null
  return (
    <Panel title="Failed for good, by error" isFlush>
      <PlainTable
        what="Failed jobs by error"
        heads={[
          ['Job'],
          ['Error'],
          ['How many', 'pgboss.job: failed, of the week that it keeps'],
          ['First'],
          ['Last'],
          [''],
        ]}
        rows={failedJobGroups.map(({ queue, error, count, firstAt, lastAt }) => [
          `${queue} ${error}`,
          [
            <span key="queue" className="mono">
              {queue}
            </span>,
            error,
            count,
            <Time key="first" at={firstAt} none="unknown" />,
            <Time key="last" at={lastAt} none="unknown" />,
            <ActionButton
              key="retry"
              size="compact-xs"
              action={{
                label: `Try all ${count} again`,
                mutation: 'retryJob',
                roles: ['operations'],
                values: { queue, error },
                says: `Has these runs of ${queue} tried once more, within half a minute, a thousand of them at most. What is not mended fails again.`,
              }}
            />,
          ],
        ])}
        figures={[2]}
      />
    </Panel>
  )
}

function Failed({ work: { failedJobs } }: WorkProps) {
  if (failedJobs.length === 0)
    return (
      <Panel title="Failed for good">
        <NothingYet title="No job has failed for good within a week">
          What a booking waits for is no job but in its own row: see what is due above, and{' '}
          <ScreenLink to="/cases?queue=cases&kind=LOOK_FAILS" underline="always">
            the bookings whose looks fail
          </ScreenLink>
          .
        </NothingYet>
      </Panel>
    )
  return (
    <Panel title="Failed for good, the newest hundred" isFlush>
      <PlainTable
        what="Failed jobs"
        heads={[['Job'], ['Failed'], ['Tries'], ['Error'], ['']]}
        rows={failedJobs.map(({ id, queue, failedAt, tries, error }) => [
          id,
          [
            <span key="queue" className="mono">
              {queue}
            </span>,
            <Time key="failed" at={failedAt} none="unknown" />,
            tries,
            error ?? 'unknown',
            <ActionButton
              key="retry"
              size="compact-xs"
              action={{
                label: 'Try again',
                mutation: 'retryJob',
                roles: ['operations'],
                values: { id },
                says: `Has ${queue} run once more, within half a minute, by whichever worker comes first.`,
              }}
            />,
          ],
        ])}
        figures={[2]}
      />
    </Panel>
  )
}
