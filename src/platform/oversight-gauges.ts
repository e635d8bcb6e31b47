import { Gauge, type Registry } from 'prom-client'

/** Values with their labels, under the names of GAUGES. */
export type Oversight = Readonly<
  Record<string, readonly (Readonly<Record<string, string | number>> & { readonly value: number })[]>
>

type GaugeFacts = { readonly name: string; readonly help: string; readonly labelNames: readonly string[] }

/**
 * What stands still or waits for a person. None has the organization as a label, as no metric of the gateway has: thousands of
 * them times statuses times suppliers would be a series each, in every process. `case list --organization` tells them apart.
 */
const GAUGES: Readonly<Record<string, GaugeFacts>> = {
  open: {
    name: 'gateway_bookings_open',
    help: 'Bookings that are not at rest',
    labelNames: ['status', 'supplier'],
  },
  oldest: {
    name: 'gateway_bookings_oldest_seconds',
    help: 'For how long the oldest booking that is not at rest has waited for its supplier, or else has existed',
    labelNames: ['status', 'supplier'],
  },
  overdue: {
    name: 'gateway_bookings_overdue',
    help: 'Reviews that should have expired, and holds whose deadline is over',
    labelNames: ['status', 'supplier'],
  },
  estimated: {
    name: 'gateway_bookings_estimated',
    help: 'All bookings by status, as the statistics of Postgres estimate them',
    labelNames: ['status'],
  },
  lateLook: {
    name: 'gateway_bookings_look_late_seconds',
    help: 'For how long the booking that has to be looked at has waited for it',
    labelNames: [],
  },
  cases: {
    name: 'gateway_cases_open',
    help: 'Open cases: what needs a person',
    labelNames: ['kind'],
  },
  casesOverdue: {
    name: 'gateway_cases_overdue',
    help: 'Open cases whose deadline is over',
    labelNames: ['kind'],
  },
  casesOfADay: {
    name: 'gateway_cases_opened_last_day',
    help: 'Cases that were opened within 24 hours, whether or not they are still open',
    labelNames: ['kind'],
  },
  failedJobs: {
    name: 'gateway_jobs_dead',
    help: 'Jobs that failed for good within a week',
    labelNames: ['queue'],
  },
  disabledEndpoints: {
    name: 'gateway_webhook_endpoints_disabled',
    help: 'Webhook endpoints that are disabled, by reason',
    labelNames: ['reason'],
  },
  catalogueListings: {
    name: 'gateway_catalogue_listings',
    help: 'Listings of suppliers by status, as a worker counted them within about ten minutes',
    labelNames: ['supplier', 'status'],
  },
  catalogueMapped: {
    name: 'gateway_catalogue_mapping',
    help: 'Listings by what has become of them: sold, doubted, of no hotel',
    labelNames: ['supplier', 'state'],
  },
  catalogueReview: {
    name: 'gateway_catalogue_review',
    help: 'Listings about which a person has to decide, by the reason',
    labelNames: ['supplier', 'reason'],
  },
  catalogueLacking: {
    name: 'gateway_catalogue_lacking',
    help: 'Active listings that are stale, or without an image, a point, rooms or a telephone',
    labelNames: ['supplier', 'what'],
  },
  catalogueHotels: {
    name: 'gateway_catalogue_hotels',
    help: 'Hotels of the catalogue by how many suppliers sell them',
    labelNames: ['suppliers'],
  },
  catalogueAge: {
    name: 'gateway_catalogue_counted_seconds',
    help: 'For how long nobody has counted the catalogue',
    labelNames: [],
  },
  contentRows: {
    name: 'gateway_content_rows',
    help: 'Rows of the last pull of a connection’s content that has ended, by what became of them',
    labelNames: ['supplier', 'connection', 'outcome'],
  },
  contentSeconds: {
    name: 'gateway_content_pull_seconds',
    help: 'How long the last pull of a connection’s content took',
    labelNames: ['supplier', 'connection'],
  },
  contentAge: {
    name: 'gateway_content_success_age_seconds',
    help: 'How long ago a pull of a connection’s content was last complete',
    labelNames: ['supplier', 'connection'],
  },
}

/** Registers the gauges. `read` returns null when the database does not answer: the gauges then have no value at all. */
export function registerOversight(registry: Registry, read: () => Promise<Oversight | null>): void {
  for (const [key, { name, help, labelNames }] of Object.entries(GAUGES))
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const reading = await read()
          this.reset()
          for (const { value, ...labels } of reading?.[key] ?? []) this.set(labels, value)
        },
      }),
    )
}
