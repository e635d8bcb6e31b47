import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/time.ts'
import { contentError } from '../../content/content-failure.ts'
import { tellUnknown } from '../../content/known-fields.ts'
import { readLine } from '../../content/read-line.ts'
import { type FilePlace, readPlace, readRows } from '../../content/read-rows.ts'
import {
  type ContentCall,
  ContentError,
  type ContentItem,
  type ContentPass,
  type ContentSource,
} from '../../content-source.ts'
import { errorOf, readFailure } from '../errors.ts'
import { send } from '../send.ts'
import { readDictionary } from './dictionary.ts'
import { readHotel } from './hotel.ts'
import { KNOWN_HOTEL } from './known.ts'

/** What a dump is remembered by: RateHawk's word for when it was made. */
const LAST_UPDATE = 'last_update'
/** A dump that is being made is asked for again after so long. */
const NOT_READY_MS = 10 * MINUTE_MS

/** RateHawk's static content: a dump of all hotels a week, and every day the increment of the day before. */
export const contentSource: ContentSource = {
  languages: { en: 'en', fr: 'fr', de: 'de', ja: 'ja', ar: 'ar' },
  passesUntilGone: 1,
  wholeEveryDays: 7,
  read: readDump,
}

const PATHS = { WHOLE: '/hotel/info/dump/', CHANGES: '/hotel/info/incremental_dump/' } as const

const markSchema = z.object({ lastUpdate: z.string() })

/**
 * Reads a dump, unless it is the one that was read last. An increment is that of the day before, whatever day is asked for: the file of a
 * day that was missed cannot be had any more, and what was in it comes with the next whole dump.
 */
async function* readDump(call: ContentCall, pass: ContentPass): AsyncGenerator<ContentItem> {
  const first = await askForDump(call, pass)
  if (first.lastUpdate === (await call.remembered(LAST_UPDATE))) return yield { type: 'UNCHANGED' }
  const listingOf = readHotel({ language: pass.language, dictionary: await readDictionary(call) })
  const reading = {
    idField: 'hid',
    isGone: (row: Readonly<Record<string, unknown>>) => row['deleted'] === true,
    listingOf: (row: Readonly<Record<string, unknown>>) => {
      tellUnknown(row, { known: KNOWN_HOTEL, tell: call.onUnknownField })
      return listingOf(row)
    },
  }
  let { lastUpdate } = first
  const links = [first.url]
  const file = {
    call,
    packing: 'zstd' as const,
    link: async () => {
      const known = links.pop()
      if (known !== undefined) return known
      const anew = await askForDump(call, pass)
      lastUpdate = anew.lastUpdate
      return anew.url
    },
  }
  for await (const row of readRows(file, placeIn(pass, lastUpdate))) {
    if (row.type === 'LINE') yield readLine(row, reading)
    else yield { type: 'MARK', mark: { lastUpdate, ...row.place }, done: row.done, total: row.total }
  }
  call.remember(LAST_UPDATE, lastUpdate)
}

/** The place of a mark, if it was made in this dump. */
function placeIn({ resume }: ContentPass, lastUpdate: string): FilePlace | null {
  return markSchema.safeParse(resume).data?.lastUpdate === lastUpdate ? readPlace(resume) : null
}

const dumpSchema = z.object({ url: z.string().min(1), last_update: z.string().min(1) })

async function askForDump(
  call: ContentCall,
  { kind, language }: ContentPass,
): Promise<{ readonly url: string; readonly lastUpdate: string }> {
  const path = PATHS[kind]
  const answer = await send(call, { operation: 'content', path, body: { language, inventory: 'all' } })
  if (!answer.ok) throw contentError(path, answer.error)
  if (errorOf(answer.value) === 'dump_not_ready')
    throw new ContentError('NOT_READY', `${path}: RateHawk has not made this dump yet`, NOT_READY_MS)
  if (errorOf(answer.value) !== null || answer.value.response.status !== 200)
    throw contentError(path, readFailure(answer.value))
  const dump = dumpSchema.safeParse(answer.value.envelope?.data)
  if (!dump.success) throw new ContentError('FAILED', `${path}: the answer has no link`)
  return { url: dump.data.url, lastUpdate: dump.data.last_update }
}
