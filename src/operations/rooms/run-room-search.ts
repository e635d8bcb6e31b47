import { SECOND_MS } from '../../domain/time.ts'
import type { SupplierHotel } from '../../store/hotels.ts'
import type { ChosenSupplier } from '../access/choose-connections.ts'
import { endsWithin } from '../deadline.ts'
import type { Deps } from '../deps.ts'
import { supplierWarnings } from '../prices/supplier-warnings.ts'
import { askRooms, type RoomSearch } from './ask-rooms.ts'
import type { ProgressBoard } from './progress-board.ts'
import type { RoomStreamLog } from './room-stream-log.ts'
import { keepStream } from './stream-owner.ts'
import { watchReader } from './watch-reader.ts'

/** The deadline after which suppliers that have not settled are timed out. */
const STREAM_DEADLINE_MS = 20 * SECOND_MS

type RoomSearchRun = {
  readonly streamId: string
  readonly ownerId: string
  readonly search: Omit<RoomSearch, 'signal'>
  /** The suppliers to ask; a continued stream already has the answers of the others. */
  readonly asked: readonly ChosenSupplier[]
  readonly listings: readonly SupplierHotel[]
}

/**
 * Asks the suppliers in parallel, and ends the stream when all have settled. The returned promise resolves with the last of them.
 */
export function runRoomSearch(deps: Deps, run: RoomSearchRun): Promise<unknown> {
  const left = new AbortController()
  const { signal } = run.search.caller
  const search = { ...run.search, signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal }
  const settled = Promise.all(
    run.asked.map((supplier) =>
      askRooms(deps, search, {
        enabled: supplier,
        listing: run.listings.find(({ supplierCode }) => supplierCode === supplier.supplierCode),
      }),
    ),
  )
  deps.background.follow('room-search', finish(deps, search, { run, settled, left }))
  return settled
}

interface Running {
  readonly run: RoomSearchRun
  readonly settled: Promise<unknown>
  readonly left: AbortController
}

/** Writes `done` when every supplier has settled, at the deadline, or when the reader has left and the work was aborted. */
async function finish(
  deps: Deps,
  { board, log, signal }: RoomSearch,
  { run: { streamId, ownerId }, settled, left }: Running,
): Promise<void> {
  const over = new AbortController()
  deps.background.follow('watch-reader', watchReader(deps, streamId, { over: over.signal, onLeft: () => left.abort() }))
  deps.background.follow(
    'own-stream',
    keepStream(deps, streamId, {
      ownerId,
      over: over.signal,
      onLost: () => {
        log.close()
        left.abort()
      },
    }),
  )
  const all = await endsWithin(settled, STREAM_DEADLINE_MS)
  over.abort()
  if (!all) await giveUpOn(log, board)
  await log.append({
    eventType: 'done',
    reason: signal.aborted ? 'EXPIRED' : all ? 'ALL_SETTLED' : 'DEADLINE',
    optionsCount: board.options.length,
    providers: board.providers(),
    warnings: supplierWarnings(board.providers()),
  })
  left.abort()
}

/** Writes an event for every supplier that has not answered by the deadline. */
async function giveUpOn(log: RoomStreamLog, board: ProgressBoard): Promise<void> {
  for (const pending of board.providers().filter(({ outcome }) => outcome === 'PENDING')) {
    board.settle({ ...pending, outcome: 'TIMEOUT' })
    const { supplierCode } = pending
    await log.append({ eventType: 'provider_error', supplierCode, error: { code: 'TIMEOUT', retryable: true } })
  }
}
