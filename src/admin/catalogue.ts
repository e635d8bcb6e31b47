import { basename } from 'node:path'
import { recomputeRanking } from '../hotel-index/recompute-ranking.ts'
import { importCatalogueLines } from '../operations/operator/import-catalogue.ts'
import { type Command, text, UsageError } from './command.ts'
import { factsOf, fileLines } from './file-lines.ts'
import { clearBar, showBar } from './progress.ts'

/** At most this many bad lines are printed; further ones are only counted. */
const MAX_TOLD = 200

const importFile: Command = {
  noun: 'catalogue',
  verb: 'import',
  summary:
    'adds and updates places, terms, hotels and listings from a file of JSON lines (docs/catalogue.md), then recomputes the ranking',
  usage: 'FILE [--restart]',
  options: { restart: { type: 'boolean' } },
  positional: 'file',
  required: ['file'],
  subjectOf: (values) => basename(text(values, 'file')),
  work: async ({ deps, store, clock }, values) => {
    const path = text(values, 'file')
    const { bytes, mark } = await factsOf(path).catch((error: unknown) => {
      throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    })
    const before = values['restart'] === true ? null : await store.catalogue.mark(mark)
    if (before)
      console.error(`continuing after line ${before.lines}, where the last import of this file was interrupted`)
    const startedAt = performance.now()
    let told = 0
    let read = 0
    const progress = await importCatalogueLines(
      deps,
      fileLines(path, (count) => {
        read = count
      }),
      {
        skip: before?.lines ?? 0,
        onBadLine: ({ line, faults }) => {
          told += 1
          if (told > MAX_TOLD) return
          clearBar()
          console.error(`line ${line}: ${faults.join('; ')}`)
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
    if (told > MAX_TOLD) console.error(`… and ${told - MAX_TOLD} more bad lines`)
    const ranking = await recomputeRanking(deps, {
      onProgress: (hotels) => showBar(0, 1, `ranking ${hotels.toLocaleString('en')} hotels`),
    })
    await store.catalogue.removeMark(mark)
    clearBar()
    if (progress.badLines > 0) process.exitCode = 1
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

export const CATALOGUE_COMMANDS: readonly Command[] = [importFile, rank]
