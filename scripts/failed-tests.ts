/** `node scripts/failed-tests.ts REPORT…`: what failed in vitest's reports (JSON): each test's file, name and first line of its failure. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Test = { readonly fullName: string; readonly status: string; readonly failureMessages?: readonly string[] }
type Report = { readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Test[] }[] }

for (const path of process.argv.slice(2)) {
  const report: Report = JSON.parse(readFileSync(path, 'utf8'))
  for (const { name, assertionResults } of report.testResults) {
    for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === 'failed')) {
      const [why = 'no message'] = failureMessages?.[0]?.split('\n') ?? []
      console.log(`FAILED in ${path}: ${relative('.', name)}: ${fullName}: ${why.slice(0, 300)}`)
    }
  }
}
