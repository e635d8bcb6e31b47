import { runDueComparisons } from '../operations/bookings/comparison/run-comparisons.ts'
import { actOnMessages } from '../operations/bookings/follow-up/act-on-messages.ts'
import { countCatalogue } from '../operations/catalogue/catalogue-gauges.ts'
import { runDuePulls } from '../operations/catalogue/pull/run-due-pulls.ts'
import type { Deps } from '../operations/deps.ts'
import { followEndedListings } from '../operations/mapping/follow-ended.ts'
import { followListings } from '../operations/mapping/follow-listings.ts'
import { followOlderMappings } from '../operations/mapping/follow-mappings.ts'
import { boundTraffic } from '../operations/traffic/bound-traffic.ts'
import { finishWebhookBatches } from '../operations/webhooks/webhook-batches.ts'
import type { Logger } from '../platform/logger.ts'
import { startSweep } from './sweep.ts'

type WorkerCore = {
  readonly deps: Deps
  readonly log: Logger
  readonly config: {
    readonly contentPulls: boolean
    readonly traffic: { readonly maxBytes: number } | null
    /** The longest pause; null: as written here. */
    readonly sweepMs: number | null
  }
}

/** How often workers look for deliveries of whole endpoints that are still to be ended or sent again. */
const BATCHES_EVERY_MS = 3_000

/** How often workers look for messages of suppliers on which nobody acts: most are acted on when they come. */
const MESSAGES_EVERY_MS = 15_000

/** How often workers look for connections whose night has come, or whose worker was lost. */
const COMPARISONS_EVERY_MS = 10_000

/** How often workers look for changes of mappings, and closed listings, whose bookings nobody has looked at. */
const MAPPINGS_EVERY_MS = 30_000

/** How often workers look for hotels whose staged listings have changed, and the most that they merge before they look again. */
const LISTINGS_EVERY_MS = 3_000
const MOST_HOTELS = 1_000
/** How often workers look whether the catalogue is to be counted for the metrics: every ten minutes, by one of them. */
const CATALOGUE_EVERY_MS = 30_000
/** How often workers look for connections whose content is to be pulled today. */
const PULLS_EVERY_MS = 60_000
/** How often workers look whether kept traffic takes more than its room. */
const TRAFFIC_EVERY_MS = 60_000

type Round = readonly [name: string, everyMs: number, work: () => Promise<unknown>]

/**
 * Starts what every worker does over and over. A comparison that is under way ends at its next call, and is left to the other
 * workers; merging ends with the batch that is under way.
 */
export function startWorkerSweeps({ deps, log, config }: WorkerCore) {
  let isStopping = false
  const { traffic, contentPulls, sweepMs } = config
  const rounds: readonly Round[] = [
    ['webhook-batches', BATCHES_EVERY_MS, () => finishWebhookBatches(deps)],
    ['supplier-messages', MESSAGES_EVERY_MS, () => actOnMessages(deps)],
    ['mapping-changes', MAPPINGS_EVERY_MS, () => followOlderMappings(deps)],
    [
      'staged-listings',
      LISTINGS_EVERY_MS,
      () => followListings(deps, { most: MOST_HOTELS, isStopping: () => isStopping }),
    ],
    ['ended-listings', MAPPINGS_EVERY_MS, () => followEndedListings(deps)],
    ['catalogue-health', CATALOGUE_EVERY_MS, () => countCatalogue(deps)],
    ['supplier-comparisons', COMPARISONS_EVERY_MS, () => runDueComparisons(deps, () => isStopping)],
    ...(traffic ? [['supplier-traffic', TRAFFIC_EVERY_MS, () => boundTraffic(deps, traffic.maxBytes)] as const] : []),
    ...(contentPulls ? [['content-pulls', PULLS_EVERY_MS, () => runDuePulls(deps, () => isStopping)] as const] : []),
  ]
  const sweeps = rounds.map(([name, everyMs, work]) =>
    startSweep(name, { everyMs: Math.min(everyMs, sweepMs ?? everyMs), work, log }),
  )
  return {
    stop: async (): Promise<void> => {
      isStopping = true
      await Promise.all(sweeps.map(({ stop }) => stop()))
    },
  }
}
