import { Alert } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { flag, text } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import type { List } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { inviteInto } from './actions.ts'
import { OPERATORS, type Operator, type SignInRules } from './documents.ts'
import { PersonSheet } from './person-sheet.tsx'

const FIELDS = { person: text(), disabled: flag() }
const READ_EVERY_MS = 30_000
const UNKNOWN_RULES: SignInRules = { byProvider: false, rolesFromGroups: false }

const COLUMNS: readonly Column<Operator>[] = [
  { key: 'name', head: 'Name', cell: ({ name, isViewer }) => (isViewer ? `${name} (you)` : name) },
  { key: 'roles', head: 'May', cell: ({ roles }) => roles.join(', ') || <span className="quiet">nothing</span> },
  { key: 'email', head: 'E-mail', cell: ({ email }) => email ?? <span className="quiet">–</span>, isWide: true },
  {
    key: 'last',
    head: 'Signed in',
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} /> : <span className="quiet">never</span>),
    width: 120,
  },
  { key: 'open', head: 'Sessions', cell: ({ openSessions }) => openSessions, align: 'end', width: 70, isWide: true },
  {
    key: 'state',
    head: 'State',
    cell: ({ disabledAt }) => <StatusBadge status={disabledAt === null ? 'ACTIVE' : 'DISABLED'} />,
    width: 110,
  },
]

/** The operators, and who of them is signed in. */
export function PeopleScreen() {
  const [{ person, disabled }, setState] = useSearchState(FIELDS)
  const read = useRead(OPERATORS, {}, { everyMs: READ_EVERY_MS })
  const rules = read.data?.signInRules ?? UNKNOWN_RULES
  const items = (read.data?.operators ?? []).filter(({ disabledAt }) => (disabledAt !== null) === disabled)
  const list: List<Operator> = {
    ...read,
    data: read.data && { items, next: null },
    paging: { after: null, to: () => undefined },
    fresh: null,
  }
  return (
    <>
      <ScreenHead title="People" answers="Who may sign in to this console, what may they do, and when were they here?">
        <Segments
          label="Which"
          value={disabled ? 'disabled' : 'active'}
          options={[
            ['active', 'Active'],
            ['disabled', 'Disabled'],
          ]}
          onChange={(which) => setState({ disabled: which === 'disabled', person: '' })}
        />
        <ActionButton action={inviteInto(rules)} letter="i" />
      </ScreenHead>
      {rules.rolesFromGroups && (
        <Alert color="gray" variant="light" mb="sm">
          The identity provider’s groups say who comes in and what they may do, at every sign-in. Roles that are set
          here last until the next one.
        </Alert>
      )}
      <DataTable
        what="The people"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={person}
        onOpen={({ id }) => setState({ person: id })}
        none={{ title: disabled ? 'Nobody was disabled' : 'Nobody may sign in' }}
        end="That is everybody"
      />
      <PersonSheet
        person={read.data?.operators.find(({ id }) => id === person) ?? null}
        rules={rules}
        close={() => setState({ person: '' })}
      />
    </>
  )
}
