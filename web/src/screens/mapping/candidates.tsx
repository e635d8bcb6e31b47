import { Button, Table } from '@mantine/core'
import { distanceM, distanceText } from '../../kit/distance.ts'
import { MarkedWords } from '../../kit/marked-words.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import type { Hotel, Pair } from './documents.ts'

type CandidatesProps = { readonly pair: Pair; readonly compare: (hotel: number) => void }

/** The other hotels that it may be, the likeliest first. */
export function Candidates({ pair, compare }: CandidatesProps) {
  const { listing, hotel, candidates } = pair
  const others = candidates.filter((one) => one.hotel.id !== hotel?.id)
  const name = listing.facts?.name ?? ''
  return (
    <Panel title="Other hotels that it may be" isFlush>
      {others.length === 0 ? (
        <p className="quiet" style={{ padding: '0 12px' }}>
          The engine knows no other one.
        </p>
      ) : (
        <Table aria-label="Other hotels that it may be">
          <Table.Tbody>
            {others.map(({ hotel: other, verdict }) => (
              <Table.Tr key={other.id}>
                <Table.Td>
                  <MarkedWords text={other.name} other={name} />
                  <div className="quiet">
                    <span className="mono">{other.id}</span> {apart(pair, other)}
                  </div>
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={verdict.verdict} tone={verdict.verdict === 'SAME' ? 'good' : 'warn'} />
                </Table.Td>
                <Table.Td ta="end" className="num">
                  {verdict.score.toFixed(2)}
                </Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => compare(other.id)}
                    aria-label={`Compare with hotel ${other.id}`}
                  >
                    Compare
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}

function apart({ listing: { facts } }: Pair, { latitude, longitude }: Hotel): string {
  if (facts === null || facts.latitude === null || facts.longitude === null) return ''
  return distanceText(distanceM({ latitude: facts.latitude, longitude: facts.longitude }, { latitude, longitude }))
}
