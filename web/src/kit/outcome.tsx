import { Alert, Stack, Text } from '@mantine/core'
import { CircleCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActionDone, Proposal } from './action.ts'
import { RowsView } from './rows-view.tsx'
import { ScreenLink } from './screen-link.tsx'
import { Time } from './time.tsx'

type OutcomeProps = {
  readonly done: ActionDone
  readonly label: string
  readonly show?: ((rows: unknown) => ReactNode) | undefined
}

/** What an action has done, or what waits for a second person. */
export function Outcome({ done: { rows, proposal }, label, show }: OutcomeProps) {
  if (proposal?.decision === null) return <Proposed proposal={proposal} label={label} />
  return (
    <Stack gap="sm" role="status">
      <Alert color="green" variant="light" icon={<CircleCheck size={16} />} title={`${label}: done`} />
      {show ? show(rows) : <RowsView rows={rows} />}
    </Stack>
  )
}

function Proposed({ proposal, label }: { readonly proposal: Proposal; readonly label: string }) {
  return (
    <Alert color="petrol" variant="light" icon={<Users size={16} />} title={`${label}: proposed`} role="status">
      <Text size="sm">
        Nothing has happened yet. Somebody else has to approve <span className="mono">{proposal.id}</span> before{' '}
        <Time at={proposal.expiresAt} />; then it lapses.
      </Text>
      <ScreenLink to="/approvals" c="var(--accent)" underline="always">
        Show what waits for approval
      </ScreenLink>
    </Alert>
  )
}
