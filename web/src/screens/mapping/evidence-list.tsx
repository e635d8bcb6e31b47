import { Table } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { readable } from '../../kit/tone.ts'
import type { Evidence, Pair, Verdict } from './documents.ts'
import { EvidenceMark, rankOf } from './evidence-mark.tsx'

/** All that speaks for and against, as the engine has weighed it; and where it would say something else now. */
export function EvidenceList({ pair: { verdict, now, question, engineVersion } }: { readonly pair: Pair }) {
  const others = now.filter(({ against }) => against !== 'catalogue')
  const [byCatalogue] = now.filter(({ against }) => against === 'catalogue')
  return (
    <Panel title="What speaks for and against" aside={<span className="quiet">engine {engineVersion}</span>} isFlush>
      {verdict === null ? (
        <p className="quiet" style={{ padding: '0 12px' }}>
          Nothing to judge: one of the two sides tells nothing.
        </p>
      ) : (
        <EvidenceTable evidence={verdict.evidence} />
      )}
      {question && byCatalogue && verdict && byCatalogue.verdict !== verdict.verdict && (
        <p className="quiet" style={{ padding: '0 12px' }}>
          By the catalogue’s words alone it says now: {told(byCatalogue)}.
        </p>
      )}
      {others.length > 0 && (
        <p className="quiet" style={{ padding: '0 12px' }}>
          By the hotel’s other listings: {others.map((one) => `${one.against} ${told(one)}`).join('; ')}.
        </p>
      )}
    </Panel>
  )
}

function told({ verdict, score }: Verdict): string {
  return `${readable(verdict).toLowerCase()} (${score.toFixed(2)})`
}

function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }) {
  return (
    <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label="Evidence">
      <Table aria-label="Evidence">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={80}>Weight</Table.Th>
            <Table.Th>About</Table.Th>
            <Table.Th>Listing, folded</Table.Th>
            <Table.Th>Hotel, folded</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {evidence
            .toSorted((one, other) => rankOf(one) - rankOf(other))
            .map((one) => (
              <Table.Tr key={`${one.kind}-${one.a}-${one.b}`}>
                <Table.Td>
                  <EvidenceMark one={one} />
                </Table.Td>
                <Table.Td>
                  {readable(one.kind)}
                  {one.meters !== null && <span className="quiet num"> {Math.round(one.meters)} m</span>}
                </Table.Td>
                <Table.Td>{one.a ?? <span className="quiet">–</span>}</Table.Td>
                <Table.Td>{one.b ?? <span className="quiet">–</span>}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
