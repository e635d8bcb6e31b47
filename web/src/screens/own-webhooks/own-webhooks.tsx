import { Stack } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { CardList } from '../../portal/card-list.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { OWN_ENDPOINTS } from './documents.ts'
import { NEW_ENDPOINT } from './endpoint-actions.tsx'
import { EndpointCard } from './endpoint-card.tsx'

const STATUSES = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED'] as const

const FIELDS = { endpoint: text(), booking: text(), status: oneOf(STATUSES, ''), delivery: text() }

export function OwnWebhooksScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const read = useRead(OWN_ENDPOINTS, {})
  function open(delivery: string): void {
    setFilters({ delivery }, { keepsPage: true })
  }
  return (
    <>
      <ScreenHead title="Webhooks" answers="Do our endpoints get their events, and did this one arrive?">
        <ActionButton action={NEW_ENDPOINT} letter="c" />
      </ScreenHead>
      <Stack gap="md">
        <Part what="The endpoints" read={read}>
          {({ ownEndpoints }) =>
            ownEndpoints.length === 0 ? (
              <NothingYet title="No endpoint is made yet">
                Events of bookings are posted to an endpoint as they happen: make the first with New endpoint.
              </NothingYet>
            ) : (
              <CardList label="The endpoints">
                {ownEndpoints.map((endpoint) => (
                  <EndpointCard key={endpoint.id} of={endpoint} openDelivery={open} />
                ))}
              </CardList>
            )
          }
        </Part>
        <Deliveries filters={filters} setFilters={setFilters} endpoints={read.data?.ownEndpoints ?? []} open={open} />
      </Stack>
      <DeliverySheet id={filters.delivery} close={() => open('')} />
    </>
  )
}
