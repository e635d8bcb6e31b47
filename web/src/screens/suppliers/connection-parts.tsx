import { Group } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Figure, Figures } from '../../kit/figure.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { PlainTable } from '../system/plain-table.tsx'
import type { ConnectionWhole, Linked } from './documents.ts'

type PartProps = { readonly connection: ConnectionWhole }

/** Who sells over it, and the switch of each. */
export function Users({ connection }: PartProps) {
  const { organizations } = connection
  return (
    <Panel title="Organizations that use it" isFlush>
      {organizations.length === 0 ? (
        <NothingYet title="Nobody uses it" />
      ) : (
        <PlainTable
          what="Organizations that use it"
          heads={[['Organization'], ['State'], ['Switch']]}
          rows={organizations.map((linked) => [
            linked.id,
            [
              <span key="name">
                <ScreenLink to={`/organizations/${linked.id}`}>{linked.name}</ScreenLink>{' '}
                <span className="mono quiet">{linked.id}</span>
              </span>,
              <span key="state">
                <StatusBadge
                  status={linked.enabled ? 'ENABLED' : 'PAUSED'}
                  label={linked.enabled ? 'Enabled' : 'Paused'}
                />
                {linked.isFurther && <span className="quiet"> beside its first connection</span>}
              </span>,
              <Switch key="switch" connection={connection} linked={linked} />,
            ],
          ])}
        />
      )}
    </Panel>
  )
}

/** Both are there, and one is hidden: what an action has done is still shown when it can be done no more. */
function Switch({ connection: { id, supplierCode }, linked }: PartProps & { readonly linked: Linked }) {
  const values = { organization: linked.id, supplier: supplierCode, connection: id }
  return (
    <>
      <ActionButton
        size="compact-xs"
        {...(linked.enabled ? {} : { display: 'none' })}
        action={{
          label: 'Pause',
          title: `Pause ${id} for ${linked.name}`,
          mutation: 'disableSupplier',
          roles: ['operations'],
          isDangerous: true,
          values,
          says: 'Nothing of it is offered to the organization any more. Its bookings can still be managed. While the supplier still has to answer about bookings of the organization, a second person has to approve.',
        }}
      />
      <ActionButton
        size="compact-xs"
        {...(linked.enabled ? { display: 'none' } : {})}
        action={{
          label: 'Resume',
          title: `Resume ${id} for ${linked.name}`,
          mutation: 'enableSupplier',
          roles: ['operations'],
          values,
          says: 'It is offered to the organization again, within a minute.',
        }}
      />
    </>
  )
}

/** What was booked, and how the supplier took the orders. */
export function Sold({ connection: { sold, callsOfDays } }: PartProps) {
  const { bookings, orders, isMore } = sold
  const all = bookings.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel title="Sold and refused, the last 7 days">
      <Figures>
        <Figure
          label="Bookings"
          value={`${all.toLocaleString('en-GB')}${isMore ? ' or more' : ''}`}
          definition="Rows of bookings over this connection, made within 7 days, whatever became of them; at most ten thousand are counted."
        />
        {bookings.map(({ name, count }) => (
          <Figure
            key={name}
            label={name.toLowerCase().replaceAll('_', ' ')}
            value={count.toLocaleString('en-GB')}
            definition={`Of these bookings those that are ${name} now.`}
          />
        ))}
      </Figures>
      {orders.length > 0 && (
        <PlainTable
          what="How the supplier took our orders"
          heads={[
            ['Order'],
            ['Outcome'],
            ['Supplier’s code'],
            ['Attempts', 'Rows of booking_attempts of these bookings.'],
          ]}
          figures={[3]}
          rows={orders.map(({ operation, outcome, code, count }) => [
            `${operation} ${outcome} ${code}`,
            [
              <span key="order" className="mono">
                {operation}
              </span>,
              <StatusBadge key="outcome" status={outcome} tone={outcome === 'ACCEPTED' ? 'good' : 'warn'} />,
              code ?? '–',
              count.toLocaleString('en-GB'),
            ],
          ])}
        />
      )}
      <Facts
        facts={[
          [
            'Calls in 30 days',
            callsOfDays.map(({ name, count }) => `${name} ${count.toLocaleString('en-GB')}`).join(' · ') ||
              'none counted',
          ],
        ]}
      />
    </Panel>
  )
}

/** The states of `catalogue report` as a worker counts them; a listing may be in several. */
const LISTING_STATES = [
  ['sold', 'Sold', 'mapped, on sale and asked when their hotel is searched'],
  ['pending', 'Pending', 'mapped, and to be verified'],
  ['unverified', 'Unverified', 'mapped, and found doubtful'],
  ['disputed', 'Disputed', 'mapped, and the engine has a question about it'],
  ['in_review', 'In review', 'active, mapped to nothing, and a question to a person'],
  ['unmatched', 'Unmatched', 'active, mapped to nothing, and like no hotel that is known'],
  ['unjudged', 'Not judged yet', 'active, mapped to nothing, and not looked at'],
] as const
const ASKS_SOMEBODY: ReadonlySet<string> = new Set(['disputed', 'in_review'])

/** How many hotels it can sell. */
export function Mapping({ connection: { supplierCode, mapping } }: PartProps) {
  if (!mapping)
    return (
      <Panel title="Hotels">
        <NothingYet title="Unknown">No worker has counted the catalogue yet; it does so every ten minutes.</NothingYet>
      </Panel>
    )
  const counts = new Map(mapping.states.map(({ name, count }) => [name, count]))
  return (
    <Panel title={`Hotels of ${supplierCode}`} aside={<Time at={mapping.countedAt} as="ago" />}>
      <Figures>
        {LISTING_STATES.map(([state, label, meaning]) => (
          <Figure
            key={state}
            label={label}
            value={counts.get(state)?.toLocaleString('en-GB')}
            definition={`Listings of ${supplierCode} that are ${meaning}, as a worker counted them last: \`catalogue report\`.`}
            {...(ASKS_SOMEBODY.has(state) ? { to: `/mapping?supplier=${supplierCode}` } : {})}
          />
        ))}
      </Figures>
    </Panel>
  )
}

/** Who set the credentials, and what the last test found; never their values. */
export function Credentials({ connection }: PartProps) {
  const { credentialNames, credentialsSet, tested, testFound } = connection
  return (
    <Panel title="Credentials and test">
      <Facts
        facts={[
          [
            'Set',
            credentialNames ? `${credentialNames.join(', ')} (values are never shown)` : 'unknown: not by a command',
          ],
          [
            'By',
            credentialsSet && (
              <>
                {credentialsSet.by}, <Time at={credentialsSet.at} as="full" />
                {credentialsSet.reason && ` · ${credentialsSet.reason}`}
              </>
            ),
          ],
          [
            'Tested',
            tested ? (
              <>
                {tested.by}, <Time at={tested.at} as="full" />
              </>
            ) : (
              'never'
            ),
          ],
        ]}
      />
      <Group gap="sm" mt={6}>
        {testFound.map(({ check, result }) => (
          <StatusBadge
            key={check}
            status={result}
            label={`${check}: ${result.toLowerCase()}`}
            tone={result === 'OK' ? 'good' : result === 'FAULT' ? 'bad' : 'quiet'}
          />
        ))}
      </Group>
    </Panel>
  )
}

/** What is stored of it. */
export function ConnectionFacts({ connection }: PartProps) {
  const { breaker, baseUrl, environment, createdAt, settings, comparison } = connection
  return (
    <Panel title="Settings and reconciliation">
      <Facts
        facts={[
          ['Breaker', breaker ?? 'unknown: the process that answers has not used the connection'],
          ['Environment', environment],
          ['Base URL', baseUrl ?? 'the adapter’s own'],
          ['Made', <Time key="made" at={createdAt} as="full" />],
          ['Last compared', comparison ? <Time at={comparison.finishedAt} as="full" none="not yet" /> : 'never'],
          ['Next comparison', comparison && <Time at={comparison.dueAt} as="full" />],
        ]}
      />
      {comparison?.summary != null && <JsonView value={comparison.summary} what="the last comparison" />}
      <JsonView value={settings} what="the settings" />
    </Panel>
  )
}
