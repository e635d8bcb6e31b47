import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a command reads and writes. The console and tests run commands within a process that has other uses for its own streams. */
export type Io = {
  readonly stdin: AsyncIterable<unknown>
  /** Returns false when the writer should wait for `drained`. */
  readonly out: (text: string) => boolean
  readonly err: (text: string) => boolean
  /** Resolves when the stream takes more. */
  readonly drained: (stream: 'out' | 'err') => Promise<unknown>
  /** Characters a line of `out` may have; infinity for a file or a pipe. */
  readonly columns: number
  /** Whether `err` is a terminal, which can draw a progress bar. */
  readonly isTerminal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls `stop` when the operator interrupts the command; returns what ends this. */
  readonly onInterrupt: (stop: () => void) => () => void
  /** Makes the exit code 1: the work was done, and not all of it went well. */
  readonly fail: () => void
}

/** For commands that the console runs: it shows their rows, and has no place for their notes. */
export const NO_STREAMS: Io = {
  stdin: { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) },
  out: () => true,
  err: () => true,
  drained: async () => undefined,
  columns: Number.POSITIVE_INFINITY,
  isTerminal: false,
  env: {},
  onInterrupt: () => () => undefined,
  fail: () => undefined,
}

const current = new AsyncLocalStorage<Io>()

/** The streams of the command under way. */
export function io(): Io {
  return current.getStore() ?? NO_STREAMS
}

export function withIo<T>(streams: Io, work: () => Promise<T>): Promise<T> {
  return current.run(streams, work)
}

/** Writes a line to standard error: a warning, progress or a fault, which are no part of a command's result. */
export function note(line: string): void {
  io().err(`${line}\n`)
}
