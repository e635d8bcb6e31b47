import { judgeHotels, prepareHotel } from '../mapping/judge-hotels.ts'
import type { Evidence } from '../mapping/verdict.ts'
import { type Command, UsageError } from './command.ts'
import { readPair } from './pair-lines.ts'
import { judgeLines, type LineResult } from './verdict-lines.ts'

function judgeLine(line: unknown): LineResult {
  const pair = readPair(line)
  if (!('a' in pair)) return { ok: false, faults: pair }
  const { verdict, score, evidence } = judgeHotels(prepareHotel(pair.a), prepareHotel(pair.b))
  return { ok: true, verdict: { id: pair.id, verdict, score, evidence: evidence.map(toWire) } }
}

/** Evidence as the command writes it. */
function toWire({ precisionMeters, ...evidence }: Evidence): object {
  return precisionMeters === undefined ? evidence : { ...evidence, precision_meters: precisionMeters }
}

export const judgeHotelsCommand: Command = {
  noun: 'mapping',
  verb: 'judge',
  summary: 'says of each pair of listings in a file whether they are one hotel, and why; needs no database',
  usage: 'FILE|-',
  options: {},
  positional: 'file',
  required: ['file'],
  filter: ({ file }) => {
    if (typeof file !== 'string') throw new UsageError('FILE missing: mapping judge FILE|-')
    return judgeLines(file, judgeLine)
  },
}
