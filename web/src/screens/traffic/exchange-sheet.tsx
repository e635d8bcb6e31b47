import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { Copy, Id } from '../../kit/copy.tsx'
import { DiffView } from '../../kit/diff-view.tsx'
import { NotAllowed } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Time } from '../../kit/time.tsx'
import { clockTime } from '../../kit/time-format.ts'
import { useRead } from '../../kit/use-read.ts'
import { useMay } from '../../kit/viewer.ts'
import { curlText } from './curl-text.ts'
import { EXCHANGE, type Exchange, type Header, type WholeExchange } from './documents.ts'
import { whyText } from './share-text.ts'

type ExchangeSheetProps = {
  /** Empty: none is open. */
  readonly id: string
  /** The one that it is compared with. */
  readonly beside: string
  readonly others: readonly Exchange[]
  readonly compare: (id: string) => void
  readonly close: () => void
}

/** One exchange: how long each part took, what was asked and answered, and what differs from another one. */
export function ExchangeSheet({ id, beside, others, compare, close }: ExchangeSheetProps) {
  const mayRead = useMay(['operations'])
  const read = useRead(EXCHANGE, { id }, { isOn: id !== '' && mayRead })
  const other = useRead(EXCHANGE, { id: beside }, { isOn: beside !== '' && mayRead })
  return (
    <Sheet title="Exchange" isOpen={id !== ''} close={close} size={820}>
      {mayRead ? (
        <Part what="The exchange" read={read}>
          {({ trafficExchange }) => (
            <Stack gap="md">
              <Head whole={trafficExchange} />
              <Compare whole={trafficExchange} beside={beside} others={others} compare={compare} />
              {beside !== '' && (
                <Part what="The other exchange" read={other}>
                  {(shown) => <Differences whole={trafficExchange} other={shown.trafficExchange} />}
                </Part>
              )}
              <Request whole={trafficExchange} />
              <Answer whole={trafficExchange} />
            </Stack>
          )}
        </Part>
      ) : (
        <NotAllowed needs={['operations']} />
      )}
    </Sheet>
  )
}

function ms(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

function bytes(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString('en-GB')} bytes`
}

function Head({ whole }: { readonly whole: WholeExchange }) {
  const { exchange, request } = whole
  const { answerBytes, packedBytes } = exchange
  const packed = packedBytes !== null && packedBytes !== answerBytes ? `, ${bytes(packedBytes)} packed` : ''
  return (
    <>
      <Group gap="xs">
        <PinButtons exchange={exchange} />
        <Text size="sm" component="span">
          <Copy value={curlText(request)} what="as curl, without secrets" /> as curl
        </Text>
      </Group>
      <Facts
        facts={[
          ['Exchange', <Id key="id" value={exchange.id} />],
          ['Ended', <Time key="at" at={exchange.at} as="full" />],
          [
            'Connection',
            <ScreenLink key="connection" to={`/suppliers/${exchange.connectionId}`} className="mono">
              {exchange.connectionId}
            </ScreenLink>,
          ],
          ['Operation', `${exchange.operation}, exchange ${exchange.number} of its call`],
          ['Outcome', exchange.outcome],
          ['Failure', exchange.failure],
          [
            'Request',
            <ScreenLink key="request" to={`/requests/${exchange.requestId}`} className="mono">
              {exchange.requestId}
            </ScreenLink>,
          ],
          [
            'Booking',
            exchange.bookingId && (
              <ScreenLink to={`/bookings/${exchange.bookingId}`} className="mono">
                {exchange.bookingId}
              </ScreenLink>
            ),
          ],
          ['Hotels', exchange.hotels.join(', ')],
          [
            'Took',
            `${ms(exchange.totalMs)}: connection after ${ms(exchange.connectedMs)}, first byte after ${ms(exchange.firstByteMs)}`,
          ],
          ['Sent', bytes(exchange.requestBytes)],
          ['Came', answerBytes === null && packedBytes === null ? null : `${bytes(answerBytes)}${packed}`],
          ['Kept because', whyText(exchange.why, exchange.share)],
          ['Pinned', <Pinned key="pinned" whole={whole} />],
        ]}
      />
    </>
  )
}

function Pinned({ whole: { pinnedAt, pinnedBy, pinNote } }: { readonly whole: WholeExchange }) {
  if (pinnedAt === null) return 'no'
  return (
    <>
      <Time at={pinnedAt} as="full" /> by {pinnedBy}
      {pinNote !== null && `: ${pinNote}`}
    </>
  )
}

/** Both are there, and one is hidden: what the other has done is still shown when it can be done no more. */
function PinButtons({ exchange: { id, isPinned } }: { readonly exchange: Exchange }) {
  const values = { exchange: id }
  return (
    <>
      <ActionButton
        {...(isPinned ? {} : { display: 'none' })}
        action={{
          label: 'Unpin',
          mutation: 'unpinTraffic',
          roles: ['operations'],
          values,
          says: 'It goes with the others of its day; when its term is over, in the next night.',
        }}
      />
      <ActionButton
        {...(isPinned ? { display: 'none' } : {})}
        action={{
          label: 'Pin',
          mutation: 'pinTraffic',
          roles: ['operations'],
          values,
          reasonAs: 'note',
          says: 'It is kept past its term, until somebody unpins it or its booking is forgotten. 100 can be pinned.',
        }}
      />
    </>
  )
}

type CompareProps = Pick<ExchangeSheetProps, 'beside' | 'others' | 'compare'> & { readonly whole: WholeExchange }

function Compare({ whole: { exchange }, beside, others, compare }: CompareProps) {
  const alike = others.filter(
    ({ operation, connectionId }) => operation === exchange.operation && connectionId === exchange.connectionId,
  )
  const known = alike.some(({ id }) => id === beside) || beside === ''
  return (
    <NativeSelect
      label="Compare with"
      description="Others of the page with the same operation and connection"
      value={beside}
      onChange={({ currentTarget }) => compare(currentTarget.value)}
      data={[
        { value: '', label: alike.length === 0 ? 'none like it on this page' : 'nothing' },
        ...alike.map(({ id, at, outcome }) => ({ value: id, label: `${clockTime(at)} ${outcome} ${id}` })),
        ...(known ? [] : [{ value: beside, label: beside }]),
      ]}
    />
  )
}

function Differences({ whole, other }: { readonly whole: WholeExchange; readonly other: WholeExchange }) {
  const heads = ['The other', 'This'] as const
  return (
    <section>
      <Title order={2} mb={6}>
        What differs in the request
      </Title>
      <DiffView before={told(other.request)} after={told(whole.request)} heads={heads} />
      <Title order={2} mb={6} mt="sm">
        What differs in the answer
      </Title>
      <DiffView before={told(other.answer)} after={told(whole.answer)} heads={heads} />
    </section>
  )
}

/** Headers by name, so that one that is missing does not shift all others. */
function told(message: WholeExchange['request'] | WholeExchange['answer']) {
  if (message === null) return null
  const { headers, ...others } = message
  return { ...others, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }
}

function Headers({ headers }: { readonly headers: readonly Header[] }) {
  return (
    <details>
      <summary>{headers.length} headers</summary>
      <Facts
        facts={headers.map(
          ({ name, value }) =>
            [
              name,
              <span key={name} className="mono">
                {value}
              </span>,
            ] as const,
        )}
      />
    </details>
  )
}

function Request({ whole: { request } }: { readonly whole: WholeExchange }) {
  const { method, url, headers, body, isCut } = request
  return (
    <section>
      <Title order={2} mb={6}>
        What we asked
      </Title>
      <p className="mono" style={{ overflowWrap: 'anywhere' }}>
        {method} {url}
      </p>
      <Headers headers={headers} />
      {body !== null && <JsonView value={body} what="the request" depth={4} />}
      {isCut && <p className="quiet">It was longer than is kept.</p>}
    </section>
  )
}

function Answer({ whole: { answer, exchange } }: { readonly whole: WholeExchange }) {
  return (
    <section>
      <Title order={2} mb={6}>
        What they answered
      </Title>
      {answer === null ? (
        <p className="quiet">No answer that can be read: {exchange.failure ?? exchange.outcome}.</p>
      ) : (
        <>
          <p className="mono">HTTP {answer.status}</p>
          <Headers headers={answer.headers} />
          {answer.body === null ? (
            <p className="quiet">Nothing, or nothing that is JSON: only JSON is kept.</p>
          ) : (
            <JsonView value={answer.body} what="the answer" depth={4} />
          )}
          {answer.isCut && <p className="quiet">It was cut: {bytes(exchange.answerBytes)} had come, unpacked.</p>}
        </>
      )}
      <p className="quiet">People and secrets are not kept: what is masked here is masked for good.</p>
    </section>
  )
}
