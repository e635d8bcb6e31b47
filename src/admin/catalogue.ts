import { basename } from 'node:path'
import { toRfc3339 } from '../domain/time.ts'
import { recomputeRanking } from '../hotel-index/recompute-ranking.ts'
import { type BadLine, importCatalogueLines } from '../operations/catalogue/import-catalogue.ts'
import { followListings } from '../operations/mapping/follow-listings.ts'
import { placesCommand } from './catalogue-places.ts'
import { catalogueReportCommand } from './catalogue-report.ts'
import { type Command, optionalText, text, UsageError, wholeNumber } from './command.ts'
import { factsOf, fileLines } from './file-lines.ts'
import { io, note } from './io.ts'
import { supplierOf } from './listing-argument.ts'
import { clearBar, showBar } from './progress.ts'

/** At most this many bad lines are printed, and this many are kept with the run; further ones are only counted. */
const MAX_TOLD = 200
const MAX_KEPT = 1_000

const importFile: Command = {
  noun: 'catalogue',
  verb: 'import',
  summary:
    'adds and updates places, terms, hotels, and stages listings, from a file of JSON lines (docs/catalogue.md), then recomputes the ranking',
  usage: 'FILE [--supplier CODE] [--restart]',
  options: { restart: { type: 'boolean' }, supplier: { type: 'string' } },
  positional: 'file',
  required: ['file'],
  subjectOf: (values) => basename(text(values, 'file')),
  work: async ({ deps, store, clock }, values, actor) => {
    const supplier = optionalText(values, 'supplier')
    const onlySupplier = supplier === null ? null : supplierOf(supplier)
    const path = text(values, 'file')
    const { bytes, mark } = await factsOf(path).catch((error: unknown) => {
      throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    })
    const before = values['restart'] === true ? null : await store.catalogue.mark(mark)
    if (before) note(`continuing after line ${before.lines}, where the last import of this file was interrupted`)
    const startedAt = performance.now()
    const runId = await store.catalogueRuns.begin({
      kind: 'IMPORT',
      source: basename(path),
      supplierCode: onlySupplier,
      actor,
    })
    const putAside: BadLine[] = []
    let told = 0
    let read = 0
    const progress = await importCatalogueLines(
      deps,
      fileLines(path, (count) => {
        read = count
      }),
      {
        skip: before?.lines ?? 0,
        onlySupplier,
        runId,
        onBadLine: ({ line, faults }) => {
          told += 1
          if (putAside.length < MAX_KEPT) putAside.push({ line, faults })
          if (told > MAX_TOLD) return
          clearBar()
          note(`line ${line}: ${faults.join('; ')}`)
        },
        onBatch: async ({ lines, badLines }) => {
          const total = badLines + (before?.badLines ?? 0)
          await store.catalogue.setMark({ file: mark, lines, badLines: total }, clock.real())
          const perSecond = Math.round((lines - (before?.lines ?? 0)) / ((performance.now() - startedAt) / 1_000))
          showBar(
            read,
            bytes,
            `${lines.toLocaleString('en')} lines, ${perSecond.toLocaleString('en')} per second, ${total} bad`,
          )
        },
      },
    )
    if (told > MAX_TOLD) note(`… and ${told - MAX_TOLD} more bad lines`)
    const ranking = await recomputeRanking(deps, {
      onProgress: (hotels) => showBar(0, 1, `ranking ${hotels.toLocaleString('en')} hotels`),
    })
    await followListings(deps, { onProgress: showBar })
    await store.catalogue.removeMark(mark)
    await store.catalogueRuns.end(runId, { counts: progress, faults: putAside })
    clearBar()
    if (progress.badLines > 0) io().fail()
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return [{ ...progress, rankingVersion: ranking.version, hotelsInCatalogue: ranking.edition.count, seconds }]
  },
}

const rank: Command = {
  noun: 'catalogue',
  verb: 'rank',
  summary: 'recomputes the ranking now instead of within the hour',
  usage: '',
  options: {},
  required: [],
  subjectOf: () => 'ranking',
  work: async ({ deps }) => {
    const { version, edition } = await recomputeRanking(deps)
    return [{ rankingVersion: version, hotels: edition.count }]
  },
}

const runs: Command = {
  noun: 'catalogue',
  verb: 'runs',
  summary:
    'lists what brought content into the catalogue, newest first; with --run the lines that one of them put aside',
  usage: '[--run 12] [--limit 20]',
  options: { run: { type: 'string' }, limit: { type: 'string' } },
  required: [],
  isLineByLine: true,
  run: async ({ store }, values) => {
    const runId = wholeNumber(values, 'run')
    const found = await store.catalogueRuns.list(runId, wholeNumber(values, 'limit') ?? 20)
    if (runId !== null) return found.flatMap(({ faults }) => faults)
    return found.map(({ startedAt, endedAt, faults, ...run }) => ({
      ...run,
      startedAt: toRfc3339(startedAt),
      endedAt: endedAt === null ? null : toRfc3339(endedAt),
      putAside: faults.length,
    }))
  },
}

export const CATALOGUE_COMMANDS: readonly Command[] = [placesCommand, importFile, runs, rank, catalogueReportCommand]
