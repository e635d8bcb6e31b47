import { io, note } from './io.ts'

const WIDTH = 30
/** The interval between two lines of progress when there is no terminal, ms. */
const LINE_EVERY_MS = 2_000

/** Draws a progress bar on a terminal; without a terminal it prints nothing. */
export function showBar(done: number, total: number, said: string): void {
  if (!io().isTerminal) return
  const filled = Math.round((Math.min(done, total) / Math.max(1, total)) * WIDTH)
  io().err(`\r\u001b[K[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${said}`)
}

export function clearBar(): void {
  if (io().isTerminal) io().err('\r\u001b[K')
}

/** Like `showBar`, but without a terminal it prints a line every two seconds. */
export function createProgress(): (done: number, total: number, said: string) => void {
  let toldAt = -LINE_EVERY_MS
  return (done, total, said) => {
    if (io().isTerminal) return showBar(done, total, said)
    if (performance.now() - toldAt < LINE_EVERY_MS) return
    toldAt = performance.now()
    note(said)
  }
}
