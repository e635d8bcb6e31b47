import { Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { Time } from '../../kit/time.tsx'
import { duration } from '../../kit/time-format.ts'
import { useRead } from '../../kit/use-read.ts'
import { CardList } from '../../portal/card-list.tsx'
import { OWN_SANDBOX, type OwnSandbox, type WaitingFault } from './documents.ts'
import { CLEAR_FAULTS, causeFault, MOVE_CLOCK, RESET_CLOCK } from './sandbox-actions.ts'
import { Scenarios } from './scenarios.tsx'

const EVERY_MS = 10_000

export function OwnSandboxScreen() {
  const read = useRead(OWN_SANDBOX, {}, { everyMs: EVERY_MS })
  return (
    <>
      <ScreenHead
        title="Sandbox"
        answers="Which hotel shows what can happen, which time is it for us, and what goes wrong next?"
      />
      <Part what="The sandbox" read={read}>
        {({ ownSandbox, ownAccount: { suppliers } }) => (
          <Stack gap="sm">
            <CardList label="The clock and the faults">
              <ClockPanel clock={ownSandbox.clock} />
              <FaultsPanel sandbox={ownSandbox} suppliers={suppliers} />
            </CardList>
            <Scenarios scenarios={ownSandbox.scenarios} />
          </Stack>
        )}
      </Part>
    </>
  )
}

const SECOND_MS = 1_000

/** The own time runs on between two readings. */
function useRunning(now: string): number {
  const [readAt, setReadAt] = useState(() => performance.now())
  const [, tick] = useState(0)
  useEffect(() => setReadAt(performance.now()), [now])
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(now) + performance.now() - readAt
}

function ClockPanel({ clock: { now, offsetSeconds } }: { readonly clock: OwnSandbox['clock'] }) {
  const shown = useRunning(now)
  return (
    <Panel
      title="Your clock"
      aside={
        <>
          <ActionButton action={MOVE_CLOCK} />
          {offsetSeconds > 0 && <ActionButton action={RESET_CLOCK} />}
        </>
      }
    >
      <Facts
        facts={[
          ['It is', <Time key="now" at={shown} as="full" />],
          ['Ahead by', offsetSeconds === 0 ? 'nothing: it is real time' : duration(offsetSeconds * SECOND_MS)],
        ]}
      />
    </Panel>
  )
}

type FaultsPanelProps = {
  readonly sandbox: OwnSandbox
  readonly suppliers: readonly { readonly code: string; readonly name: string }[]
}

function FaultsPanel({ sandbox: { faults, operations, kinds }, suppliers }: FaultsPanelProps) {
  return (
    <Panel
      title="Faults that wait"
      aside={
        <>
          <ActionButton action={causeFault({ suppliers, operations, kinds })} />
          {faults.length > 0 && <ActionButton action={CLEAR_FAULTS} />}
        </>
      }
    >
      {faults.length === 0 ? (
        <NothingYet title="Nothing goes wrong">Cause a fault, then search: see how your side takes it.</NothingYet>
      ) : (
        <Faults faults={faults} />
      )}
    </Panel>
  )
}

function Faults({ faults }: { readonly faults: readonly WaitingFault[] }) {
  return (
    <Table aria-label="Faults that wait">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Supplier</Table.Th>
          <Table.Th>Call</Table.Th>
          <Table.Th>Fault</Table.Th>
          <Table.Th ta="end">Left</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {faults.map(({ supplierCode, operation, fault, remaining }, place) => (
          // Two that are alike wait as two.
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and are only shown
          <Table.Tr key={place}>
            <Table.Td>{supplierCode}</Table.Td>
            <Table.Td>{operation.replaceAll('_', ' ')}</Table.Td>
            <Table.Td>
              <Text size="sm" component="span" className="mono">
                {fault}
              </Text>
            </Table.Td>
            <Table.Td ta="end" className="num">
              {remaining}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
