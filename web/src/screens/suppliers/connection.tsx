import { Alert, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { TrafficLink } from '../traffic/traffic-link.tsx'
import { Calls } from './calls.tsx'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionFacts, Credentials, Mapping, Sold, Users } from './connection-parts.tsx'
import { CONNECTION, type ConnectionWhole } from './documents.ts'
import { ConnectionState } from './state.tsx'

const RANGES = ['3', '24', '168', '720'] as const
const FIELDS = { hours: oneOf(RANGES, '24'), operation: text() }

const LABELS: Readonly<Record<(typeof RANGES)[number], string>> = {
  '3': '3 hours',
  '24': '24 hours',
  '168': '7 days',
  '720': '30 days',
}

const REFRESH_MS = 15_000

/** One connection: how it does, who uses it, what it cost and sold. */
export function ConnectionScreen() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string }
  const [{ hours, operation }, setState] = useSearchState(FIELDS)
  const range = hours === '' ? '24' : hours
  const read = useRead(
    CONNECTION,
    { id, hours: Number(range), operation: operation || null },
    { isLive: true, everyMs: REFRESH_MS },
  )
  return (
    <Part what="The connection" read={read}>
      {({ supplierConnection: connection }) => (
        <Stack gap="md">
          <Head connection={connection} />
          <Panel
            title="Calls"
            aside={
              <>
                <TrafficLink connectionId={connection.id} />
                <Segments
                  label="Range"
                  value={range}
                  options={RANGES.map((word) => [word, LABELS[word]] as const)}
                  onChange={(next) => setState({ hours: next })}
                />
              </>
            }
          >
            <Calls
              connection={connection}
              range={Number(range)}
              operation={operation}
              onOperation={(next) => setState({ operation: next === operation ? '' : next })}
            />
          </Panel>
          <Users connection={connection} />
          <Sold connection={connection} />
          <Mapping connection={connection} />
          <Credentials connection={connection} />
          <ConnectionFacts connection={connection} />
        </Stack>
      )}
    </Part>
  )
}

function Head({ connection }: { readonly connection: ConnectionWhole }) {
  const { id, supplierCode, state, why, since, cases } = connection
  return (
    <>
      <ScreenHead
        title={<span className="mono">{id}</span>}
        answers={
          <>
            {supplierCode} · <ConnectionState state={state} why={why} /> {why}
            {since && (
              <>
                {' '}
                since <Time at={since} as="ago" />
              </>
            )}
          </>
        }
      >
        <ConnectionActions connection={connection} />
      </ScreenHead>
      {cases.map(({ id: caseId, kind, openedAt }) => (
        <Alert key={caseId} color="red" variant="light" title={kind.toLowerCase().replaceAll('_', ' ')}>
          Open since <Time at={openedAt} as="ago" />: <ScreenLink to={`/cases?id=${caseId}`}>the case</ScreenLink>. It
          closes by itself when the supplier answers, or when the connection is stored again with a test.
        </Alert>
      ))}
    </>
  )
}
