const WIDTH = 30
/** Between two lines where there is no terminal to draw a bar on, ms. */
const LINE_EVERY_MS = 2_000

/** A bar on a terminal, and nothing anywhere else. */
export function showBar(done: number, total: number, said: string): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((Math.min(done, total) / Math.max(1, total)) * WIDTH)
  process.stderr.write(`\r\u001b[K[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${said}`)
}

export function clearBar(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** As `showBar`; without a terminal a line now and then. */
export function createProgress(): (done: number, total: number, said: string) => void {
  let toldAt = -LINE_EVERY_MS
  return (done, total, said) => {
    if (process.stderr.isTTY) return showBar(done, total, said)
    if (performance.now() - toldAt < LINE_EVERY_MS) return
    toldAt = performance.now()
    console.error(said)
  }
}
