import { Anchor, Progress, Stack, Table } from '@mantine/core'
import { Id } from '../../kit/copy.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { useRead } from '../../kit/use-read.ts'
import { OWN_ACCOUNT, type OwnLimit } from './documents.ts'

const EVERY_MS = 5_000

/** What stands behind each class, in the words of the guide on limits. */
const MEANS: Readonly<Record<string, string>> = {
  search: 'searches with prices from memory',
  search_live: 'searches that wait for the suppliers',
  polling: 'asking for prices that arrive',
  rooms: 'asking for rooms',
  prebook: 'checking an option',
  book: 'booking and confirming holds',
  cancel: 'quoting and cancelling',
  status: 'reading bookings and events',
  static: 'hotels, destinations and webhooks',
  keys: 'changing keys',
  sandbox: 'the sandbox’s clock and faults',
}

export function OwnLimitsScreen() {
  const read = useRead(OWN_ACCOUNT, {}, { everyMs: EVERY_MS })
  return (
    <>
      <ScreenHead title="Limits and use" answers="How close is the integration to its limits, in the running minute?" />
      <Part what="The limits" read={read}>
        {({ ownAccount }) => (
          <Stack gap="sm">
            <Panel
              title="Requests a minute"
              isFlush
              aside={
                <Anchor href="/docs/limits" target="_blank" rel="noreferrer">
                  The guide on limits
                </Anchor>
              }
            >
              <Limits limits={ownAccount.limits} />
            </Panel>
            <Panel title={ownAccount.name}>
              <Facts
                facts={[
                  ['Id', <Id key="id" value={ownAccount.id} what="the organization’s id" />],
                  ['Environment', ownAccount.environment],
                  ['Lists are in', ownAccount.listCurrency],
                  ['Sells to', ownAccount.closedUserGroup ? 'a closed group' : 'everybody'],
                  [
                    'Binding selling prices',
                    ownAccount.sellingPriceRule === 'HIDE' ? 'such rates are not shown' : 'told with the rate',
                  ],
                  ['Suppliers', ownAccount.suppliers.map(({ name }) => name).join(', ') || 'none'],
                ]}
              />
            </Panel>
          </Stack>
        )}
      </Part>
    </>
  )
}

function Limits({ limits }: { readonly limits: readonly OwnLimit[] }) {
  return (
    <Table aria-label="Requests a minute">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Class</Table.Th>
          <Table.Th ta="end">Used</Table.Th>
          <Table.Th ta="end">Limit</Table.Th>
          <Table.Th>Share</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {limits.map((limit) => (
          <LimitRow key={limit.rateClass} of={limit} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function LimitRow({ of: { rateClass, limit, remaining } }: { readonly of: OwnLimit }) {
  const used = limit - remaining
  const share = limit === 0 ? 100 : (used / limit) * 100
  return (
    <Table.Tr>
      <Table.Td>
        <span className="mono">{rateClass}</span> <span className="quiet">{MEANS[rateClass]}</span>
      </Table.Td>
      <Table.Td className="num" ta="end">
        {used}
      </Table.Td>
      <Table.Td className="num" ta="end">
        {limit}
      </Table.Td>
      <Table.Td w="25%">
        <Progress
          value={share}
          color={share >= 90 ? 'red' : share >= 60 ? 'yellow' : 'petrol'}
          aria-label={`${rateClass}: ${used} of ${limit}`}
        />
      </Table.Td>
    </Table.Tr>
  )
}
