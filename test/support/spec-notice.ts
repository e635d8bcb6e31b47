import type { Reporter } from 'vitest/node'

/** Prints at the end of a run how many test files were left out because they need `../shared`. */
export function specNotice(files: number): Reporter {
  return { onTestRunEnd: () => console.info(`spec: ${files} files need ../shared, not run (npm run test:spec)`) }
}
