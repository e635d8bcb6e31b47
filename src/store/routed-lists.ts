import { createBookingStore } from './bookings.ts'
import { createEventStore } from './events.ts'
import { createPartitionStore } from './partitions.ts'
import type { ReplicaReads } from './replica-reads.ts'
import { createWebhookDeliveryStore } from './webhook-deliveries.ts'

type Bookings = ReturnType<typeof createBookingStore>
type Events = ReturnType<typeof createEventStore>
type Partitions = ReturnType<typeof createPartitionStore>
type Deliveries = ReturnType<typeof createWebhookDeliveryStore>

/**
 * The reads that may cost more than a look at one row and that nothing is decided by: a replica may answer them. Everything else reads
 * the primary, also the status of one booking, because what a caller does next depends on it.
 */
export function routedLists({ read }: ReplicaReads) {
  const bookings: Pick<Bookings, 'list' | 'waitingForOperator'> = {
    list: (...asked) => read((db) => createBookingStore(db).list(...asked)),
    waitingForOperator: () => read((db) => createBookingStore(db).waitingForOperator()),
  }
  const events: Pick<Events, 'list'> = {
    list: (organizationId, environment, page) =>
      read((db, shown) => createEventStore(db).list(organizationId, environment, { ...page, ...shown })),
  }
  const partitions: Pick<Partitions, 'wholeSince'> = {
    wholeSince: (table) => read((db) => createPartitionStore(db).wholeSince(table)),
  }
  const webhookDeliveries: Pick<Deliveries, 'list' | 'dead'> = {
    list: (...asked) => read((db) => createWebhookDeliveryStore(db).list(...asked)),
    dead: (filter) => read((db) => createWebhookDeliveryStore(db).dead(filter)),
  }
  return { bookings, events, partitions, webhookDeliveries }
}
