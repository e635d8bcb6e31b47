import { type ExitCode, UsageError } from './command.ts'
import { inputLines } from './file-lines.ts'
import { io } from './io.ts'

/** What a line is about, or everything that is wrong with it. */
export type LineResult =
  | { readonly ok: true; readonly verdict: object }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Verdicts are written together in pieces of this size: a line at a time costs more than judging. */
const PIECE = 64 * 1024

/**
 * Judges a file of NDJSON, or standard input for `-`, line by line: one verdict a line to standard output, in the same order; a bad line
 * as `{"line":7,"error":"…"}` to standard error. Who sends line after line gets each answer before the next. Memory does not grow with the file. Exit code 1: there were bad lines.
 */
export async function judgeLines(path: string, judge: (line: unknown) => LineResult): Promise<ExitCode> {
  let code: ExitCode = 0
  let piece = ''
  let idle: NodeJS.Immediate | null = null
  let isFull = false
  const { out, drained } = io()
  /** While no line is there to be read. */
  function flush(): void {
    idle = null
    if (piece === '' || isFull) return
    isFull = !out(taken())
    if (isFull) void drained('out').then(() => (isFull = false))
  }
  function taken(): string {
    const text = piece
    piece = ''
    return text
  }
  try {
    for await (const { number, text } of inputLines(path)) {
      if (text.trim() === '') continue
      const result = judgeText(text, judge)
      if (result.ok) piece += `${JSON.stringify(result.verdict)}\n`
      else {
        code = 1
        await write('err', `${JSON.stringify({ line: number, error: result.faults.join('; ') })}\n`)
      }
      if (piece.length >= PIECE) await write('out', taken())
      else idle ??= setImmediate(flush)
    }
  } catch (error) {
    throw readingFailed(path, error) ?? error
  }
  await write('out', taken())
  return code
}

function judgeText(text: string, judge: (line: unknown) => LineResult): LineResult {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return { ok: false, faults: ['is not JSON'] }
  }
  return judge(line)
}

async function write(stream: 'out' | 'err', text: string): Promise<void> {
  const streams = io()
  if (text !== '' && !streams[stream](text)) await streams.drained(stream)
}

function readingFailed(path: string, error: unknown): UsageError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES'
    ? new UsageError(`${path} cannot be read: ${code}`)
    : null
}
