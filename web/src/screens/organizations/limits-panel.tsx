import { Progress, Table } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { useRead } from '../../kit/use-read.ts'
import { LIMITS, type RateLimit } from './documents.ts'

const EVERY_MS = 5_000
/** From here on a bucket is nearly used up. */
const MUCH = 0.8

/** Each class of requests: what was taken of it in the running minute. */
export function LimitsPanel({ id }: { readonly id: string }) {
  const read = useRead(LIMITS, { id }, { everyMs: EVERY_MS })
  return (
    <Panel title="Limits, points a minute" isFlush>
      <Part what="The limits" read={read}>
        {({ organization }) => (
          <Table aria-label="Limits">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Class</Table.Th>
                <Table.Th>In use now</Table.Th>
                <Table.Th ta="end">Used</Table.Th>
                <Table.Th ta="end">Limit</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(organization?.limits ?? []).map((limit) => (
                <LimitRow key={limit.rateClass} limit={limit} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Part>
    </Panel>
  )
}

function LimitRow({ limit: { rateClass, limit, remaining } }: { readonly limit: RateLimit }) {
  const used = limit - remaining
  const share = limit === 0 ? 1 : used / limit
  return (
    <Table.Tr>
      <Table.Td className="mono">{rateClass}</Table.Td>
      <Table.Td w="40%">
        <Progress
          value={100 * share}
          color={share >= MUCH ? 'red' : 'petrol'}
          aria-label={`${rateClass}: ${used} of ${limit} used`}
        />
      </Table.Td>
      <Table.Td ta="end" className="num">
        {used}
      </Table.Td>
      <Table.Td ta="end" className="num">
        {limit}
      </Table.Td>
    </Table.Tr>
  )
}
