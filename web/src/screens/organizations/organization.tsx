import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { changeOf, eraseOf, newKeyOf } from './actions.ts'
import { ORGANIZATION, type Organization } from './documents.ts'
import { EndpointsPanel } from './endpoints-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { NewKey } from './new-key.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { SalePanel } from './sale-panel.tsx'
import { SuppliersPanel } from './suppliers-panel.tsx'

export function OrganizationScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const read = useRead(ORGANIZATION, { id })
  return (
    <Part what="The organization" read={read}>
      {({ organization }) =>
        organization === null ? (
          <NothingYet title="There is no such organization">
            <ScreenLink to="/organizations">All organizations</ScreenLink>
          </NothingYet>
        ) : (
          <Shown organization={organization} />
        )
      }
    </Part>
  )
}

function Shown({ organization }: { readonly organization: Organization }) {
  const { id, name } = organization
  return (
    <>
      <ScreenHead title={name} answers={<Id value={id} what="the organization’s id" />}>
        <ActionButton action={{ ...newKeyOf(organization), done: (rows) => <NewKey rows={rows} /> }} letter="n" />
        <ActionButton action={changeOf(organization)} letter="e" />
        <ActionButton action={eraseOf(organization)} />
      </ScreenHead>
      <Missing organization={organization} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <Settings organization={organization} />
          <SuppliersPanel organization={organization} />
          <PeoplePanel organization={organization} />
        </Stack>
        <Stack gap="md">
          <LimitsPanel id={id} />
          <EndpointsPanel organization={organization} />
        </Stack>
      </SimpleGrid>
      <Stack gap="md" mt="md">
        <SalePanel id={id} />
        <KeysPanel organization={organization} />
      </Stack>
    </>
  )
}

/** What a new organization lacks for its first search. */
function Missing({ organization: { keys, suppliers, people } }: { readonly organization: Organization }) {
  const missing = [
    keys.some(({ state }) => state === 'ACTIVE') ? null : 'a key that can be used',
    suppliers.some(({ enabled }) => enabled)
      ? null
      : 'an enabled supplier (connect one with the command line, or on Suppliers)',
    people.some(({ disabledAt }) => disabledAt === null) ? null : 'somebody who may sign in to its portal',
  ].filter((one) => one !== null)
  if (missing.length === 0) return null
  return (
    <p className="says" style={{ marginBottom: 16 }}>
      It still lacks {missing.join('; ')}.
    </p>
  )
}

function Settings({ organization }: { readonly organization: Organization }) {
  const { id, voucherContact, supplierOrder, rateConditions } = organization
  return (
    <Panel
      title="Settings"
      aside={
        <Group gap="xs">
          <ScreenLink to={`/bookings?organization=${id}`}>Bookings</ScreenLink>
          <ScreenLink to={`/audit?subject=${id}`}>Audit</ScreenLink>
        </Group>
      }
    >
      <Facts
        facts={[
          ['Made', <Time key="made" at={organization.createdAt} as="full" />],
          ['Currency of lists', organization.listCurrency],
          ['Order of suppliers', supplierOrder.length === 0 ? 'as connected' : supplierOrder.join(', ')],
          ['Sells besides', rateConditions.length === 0 ? 'nothing' : rateConditions.join(', ')],
          ['Closed group only', organization.closedUserGroup ? 'yes' : 'no'],
          [
            'Binding selling prices',
            organization.sellingPriceRule === 'HIDE' ? 'such rates are not shown' : 'told with the rate',
          ],
          [
            'On vouchers',
            voucherContact === null
              ? 'nobody'
              : [voucherContact.name, voucherContact.phone, voucherContact.email].filter(Boolean).join(' · '),
          ],
        ]}
      />
    </Panel>
  )
}
