import { Alert, Stack } from '@mantine/core'
import { type Bounded, boundedTold } from '../../kit/bounded.ts'
import { NothingYet } from '../../kit/empty.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { flag } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { PROPOSALS } from './documents.ts'
import { ProposalCard } from './proposal-card.tsx'

const FIELDS = { decided: flag() }
const READ_EVERY_MS = 15_000
/** As the server lists them. */
const MOST_LISTED = 200

export function ApprovalsScreen() {
  const [{ decided }, setFilters] = useSearchState(FIELDS)
  const read = useRead(PROPOSALS, { decided }, { everyMs: READ_EVERY_MS })
  return (
    <>
      <ScreenHead
        title="Approvals"
        answers="What waits for a second person, because it cannot be undone? It lapses after 24 hours."
      >
        <Segments
          label="Which"
          value={decided ? 'decided' : 'open'}
          options={[
            ['open', 'Waiting'],
            ['decided', 'Decided'],
          ]}
          onChange={(which) => setFilters({ decided: which === 'decided' })}
        />
      </ScreenHead>
      <Part what="The proposals" read={read}>
        {({ proposals, home }) =>
          proposals.length === 0 ? (
            <None isDecided={decided} />
          ) : (
            <Stack gap="sm">
              {proposals.map((proposal) => (
                <ProposalCard key={proposal.id} proposal={proposal} />
              ))}
              <Beyond shown={proposals.length} waiting={decided ? null : home.proposals} />
            </Stack>
          )
        }
      </Part>
    </>
  )
}

/** How many more there are than the list has: nobody overlooks what a flood has pushed out of it. */
function Beyond({ shown, waiting }: { readonly shown: number; readonly waiting: Bounded | null }) {
  if (waiting === null)
    return shown < MOST_LISTED ? null : (
      <span className="quiet">The newest {shown} are shown; the audit log has those before them.</span>
    )
  return waiting.count <= shown ? null : (
    <Alert color="petrol" variant="light">
      The oldest {shown} of {boundedTold(waiting)} are shown: the next ones come as these are decided or lapse.
    </Alert>
  )
}

function None({ isDecided }: { readonly isDecided: boolean }) {
  if (isDecided) return <NothingYet title="Nothing was decided yet" />
  return (
    <NothingYet title="Nothing waits for approval">
      To settle, redact and erase takes two people, and so do inviting operators, changing their roles, and large
      changes of rates and mappings: what one person has proposed is here until another one decides.
    </NothingYet>
  )
}
