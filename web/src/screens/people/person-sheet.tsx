import { Group, Stack, Title } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useMay } from '../../kit/viewer.ts'
import { changeRoles, disable, endSessions, ROLE_MEANS } from './actions.ts'
import { OPERATOR_SESSIONS, type Operator, type SignInRules } from './documents.ts'

type PersonSheetProps = {
  readonly person: Operator | null
  readonly rules: SignInRules
  readonly close: () => void
}

/** One operator, and where they are signed in. */
export function PersonSheet({ person, rules, close }: PersonSheetProps) {
  return (
    <Sheet title={person?.name ?? 'Person'} isOpen={person !== null} close={close}>
      {person && <Person person={person} rules={rules} />}
    </Sheet>
  )
}

function Person({ person, rules }: { readonly person: Operator; readonly rules: SignInRules }) {
  const { id, name, email, roles, hasAccount, createdAt, disabledAt, lastSignInAt, isViewer } = person
  const isAdmin = useMay(['admin'])
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['May', roles.map((role) => ROLE_MEANS[role] ?? role).join('; ') || 'nothing'],
          ['E-mail', email],
          ['Account', hasAccount ? 'known by the identity provider’s own name' : 'not yet: their first sign-in tells'],
          ['Signed in', lastSignInAt ? <Time at={lastSignInAt} as="full" /> : 'never'],
          ['Invited', <Time key="invited" at={createdAt} as="full" />],
          ['Disabled', disabledAt && <Time at={disabledAt} as="full" />],
          ['Person', <Id key="id" value={id} />],
        ]}
      />
      <ScreenLink to={`/audit?actor=operator:${name}`} underline="always">
        What {name} has done
      </ScreenLink>
      {disabledAt === null && (
        <Group gap="xs">
          <ActionButton action={changeRoles(person, rules)} letter="r" />
          <ActionButton action={endSessions(person)} />
          {!isViewer && <ActionButton action={disable(person)} />}
        </Group>
      )}
      {isAdmin && <Sessions id={id} />}
    </Stack>
  )
}

function Sessions({ id }: { readonly id: string }) {
  const read = useRead(OPERATOR_SESSIONS, { id })
  return (
    <section>
      <Title order={2} mb={6}>
        Open sessions
      </Title>
      <Part what="The sessions" read={read}>
        {({ operatorSessions }) =>
          operatorSessions.length === 0 ? (
            <NothingYet title="Not signed in anywhere" />
          ) : (
            <Stack gap="xs">
              {operatorSessions.map(({ id: session, signedInAt, signedInBy, seenAt, endsAt, isViewers }) => (
                <Facts
                  key={session}
                  facts={[
                    ['Since', <Time key="since" at={signedInAt} as="full" />],
                    ['By', signedInBy === 'oidc' ? 'the identity provider' : 'a link'],
                    ['Last heard of', isViewers ? 'now: this is yours' : <Time at={seenAt} as="full" />],
                    ['Ends', <Time key="ends" at={endsAt} as="full" />],
                  ]}
                />
              ))}
            </Stack>
          )
        }
      </Part>
    </section>
  )
}
