import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Money } from '../../kit/money.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Deadline, Time } from '../../kit/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { itemOf, toneOfOutcome } from '../bookings/history.tsx'
import { Claim } from './columns.tsx'
import type { WholeCase } from './documents.ts'

type CaseProps = { readonly one: WholeCase }

/** The screen of what a case is about, where that is no booking. */
function placeOfSubject({ kind, subject, connectionId }: WholeCase): string | null {
  if (kind === 'DEAD_DELIVERIES') return `/webhooks/${subject}`
  return connectionId === null ? null : `/suppliers/${connectionId}`
}

function Subject({ one }: CaseProps) {
  const place = placeOfSubject(one)
  return place === null ? one.subject : <ScreenLink to={place}>{one.subject}</ScreenLink>
}

export function CaseFacts({ one }: CaseProps) {
  const { dueAt, atStake, organizationId, bookingId, seen, openedAt, seenAt, detail, stands, closedAt } = one
  return (
    <>
      <Facts
        facts={[
          ['Deadline', closedAt === null ? <Deadline key="due" at={dueAt} /> : null],
          ['At stake', atStake && <Money of={atStake} />],
          ['About', bookingId === null ? <Subject key="subject" one={one} /> : null],
          [
            'Partner',
            organizationId && <ScreenLink to={`/organizations/${organizationId}`}>{organizationId}</ScreenLink>,
          ],
          ['Found', <Found key="found" seen={seen} openedAt={openedAt} seenAt={seenAt} />],
          ['Taken', closedAt === null ? <Claim key="claim" {...one} /> : null],
          ['It stays open', stands && `because ${stands}`],
        ]}
      />
      {Object.keys(detail).length > 0 && <JsonView value={detail} what="what was found" />}
      <Commands one={one} />
    </>
  )
}

function Found({ seen, openedAt, seenAt }: Pick<WholeCase, 'seen' | 'openedAt' | 'seenAt'>) {
  if (seen === 1) return <Time at={openedAt} as="ago" />
  return (
    <>
      {seen} times since <Time at={openedAt} />, last <Time at={seenAt} as="ago" />
    </>
  )
}

function Commands({ one: { commands } }: CaseProps) {
  if (commands.length === 0) return null
  return (
    <details>
      <summary className="quiet">On the command line</summary>
      <ul className="mono" style={{ margin: 0, paddingLeft: 18, overflowWrap: 'anywhere' }}>
        {commands.map((command) => (
          <li key={command}>{command}</li>
        ))}
      </ul>
    </details>
  )
}

/** The supplier's last answer, in its own words where they are kept. */
export function LastWord({ one: { tried, bookingId } }: CaseProps) {
  if (bookingId === null) return null
  const [last] = tried
  if (!last)
    return (
      <Panel title="The supplier’s last word">
        <p className="quiet" style={{ margin: 0 }}>
          Nothing was asked of it yet.
        </p>
      </Panel>
    )
  const { httpStatus, errorCode, detail } = last.detail
  const words = [typeof httpStatus === 'number' ? `HTTP ${httpStatus}` : null, errorCode, detail].filter(
    (word) => typeof word === 'string' && word !== '',
  )
  return (
    <Panel title="The supplier’s last word" aside={<Time at={last.at} as="ago" />}>
      <span className="mono">{last.title}</span>{' '}
      <StatusBadge status={last.outcome} tone={toneOfOutcome(last.outcome)} />{' '}
      {words.length === 0 ? <span className="quiet">without a word</span> : words.join(' · ')}
    </Panel>
  )
}

function noFilter(): void {}

/** What was tried at the supplier, and what people have done. */
export function Steps({ one: { tried, done } }: CaseProps) {
  return (
    <>
      {tried.length > 0 && (
        <Panel title="What was tried">
          <Timeline what="what was tried" items={tried.map(itemOf)} shown={[]} onShown={noFilter} />
        </Panel>
      )}
      {done.length > 0 && (
        <Panel title="What people have done">
          <Timeline what="what people have done" items={done.map(itemOf)} shown={[]} onShown={noFilter} />
        </Panel>
      )}
    </>
  )
}
