import { z } from 'zod'
import { readLine } from '../../content/read-line.ts'
import { type FilePlace, readPlace, readRows } from '../../content/read-rows.ts'
import { type ContentCall, ContentError, type ContentItem, type ContentPass } from '../../content-source.ts'
import { fileLink, SUPPLY_SOURCES, type SupplySource } from './ask.ts'
import type { Reading } from './reading.ts'

const markSchema = z.object({ source: z.enum(SUPPLY_SOURCES) })

/**
 * Every property: one file for hotels, and one for vacation rentals where the account has them. Lines are counted in each file from 1.
 * Rows that only stand in the second file are known by `source` in the mark.
 */
export async function* readWhole(
  call: ContentCall,
  { resume }: ContentPass,
  reading: Reading,
): AsyncGenerator<ContentItem> {
  const begun = markSchema.safeParse(resume).data?.source ?? SUPPLY_SOURCES[0]
  let before = 0
  for (const source of SUPPLY_SOURCES.slice(SUPPLY_SOURCES.indexOf(begun))) {
    const place = source === begun ? readPlace(resume) : null
    for await (const item of readFile(call, { source, place, before, reading })) {
      if (item.type === 'MARK') before = item.done
      yield item
    }
  }
}

type AskedFile = {
  readonly source: SupplySource
  readonly place: FilePlace | null
  /** Packed bytes of the files that were read before. */
  readonly before: number
  readonly reading: Reading
}

async function* readFile(
  call: ContentCall,
  { source, place, before, reading }: AskedFile,
): AsyncGenerator<ContentItem> {
  const first = await firstLink(call, reading.language, source)
  if (first === null) return
  const links = [first]
  const file = {
    call,
    packing: 'gzip' as const,
    link: async () => links.pop() ?? (await fileLink(call, reading.language, source)),
  }
  for await (const row of readRows(file, place)) {
    if (row.type === 'LINE') {
      yield readLine(row, reading)
      continue
    }
    // How long the files are together is known with the last one only.
    const isLast = source === SUPPLY_SOURCES.at(-1)
    const total = isLast && row.total !== null ? before + row.total : null
    yield { type: 'MARK', mark: { source, ...row.place }, done: before + row.done, total }
  }
}

/** Null for vacation rentals of an account that may not sell them. */
async function firstLink(call: ContentCall, language: string, source: SupplySource): Promise<string | null> {
  try {
    return await fileLink(call, language, source)
  } catch (error) {
    if (source === 'vrbo' && error instanceof ContentError && error.kind === 'REFUSED') return null
    throw error
  }
}
