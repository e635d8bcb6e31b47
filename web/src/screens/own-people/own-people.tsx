import { ActionButton } from '../../kit/action-button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useViewer } from '../../kit/viewer.ts'
import { CardList } from '../../portal/card-list.tsx'
import { OWN_PEOPLE, type OwnPerson } from './documents.ts'
import { disable, INVITE, newLink, ROLE_MEANS, setRoles } from './person-actions.tsx'

export function OwnPeopleScreen() {
  const read = useRead(OWN_PEOPLE, {})
  return (
    <>
      <ScreenHead title="People" answers="Who of us may sign in here, and what may they do?">
        <ActionButton action={INVITE} letter="i" />
      </ScreenHead>
      <Part what="The people" read={read}>
        {({ ownPeople }) => (
          <CardList label="People">
            {ownPeople.map((person) => (
              <PersonCard key={person.id} of={person} />
            ))}
          </CardList>
        )}
      </Part>
    </>
  )
}

function PersonCard({ of: person }: { readonly of: OwnPerson }) {
  const { name, email, roles, isViewer, createdAt, disabledAt } = person
  const { environment } = useViewer()
  const isOpen = !isViewer && disabledAt === null
  return (
    <Panel
      title={isViewer ? `${name} (you)` : name}
      aside={
        isOpen && (
          <>
            <ActionButton action={setRoles(person)} />
            {environment === 'sandbox' && <ActionButton action={newLink(person)} />}
            <ActionButton action={disable(person)} />
          </>
        )
      }
    >
      <Facts
        facts={[
          ['State', <StatusBadge key="state" status={disabledAt === null ? 'ACTIVE' : 'DISABLED'} />],
          ['E-mail', email],
          ['May', roles.map((role) => ROLE_MEANS[role] ?? role).join('; ')],
          ['Invited', <Time key="invited" at={createdAt} />],
          ['Disabled', disabledAt && <Time at={disabledAt} />],
        ]}
      />
    </Panel>
  )
}
