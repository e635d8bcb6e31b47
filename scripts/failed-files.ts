/**
 * `node scripts/failed-files.ts REPORT MOST`: the files of a vitest report (JSON) that failed, a line each. Exits with 1, and says so, when there
 * are none or more than MOST: then it is not the machine that was too busy.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Report = { readonly testResults: readonly { readonly name: string; readonly status: string }[] }

const [path = '', most = '0'] = process.argv.slice(2)
const report: Report = JSON.parse(readFileSync(path, 'utf8'))
const failed = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
if (failed.length === 0 || failed.length > Number(most)) {
  console.error(`${failed.length} files failed: not run again`)
  process.exit(1)
}
console.log(failed.join('\n'))
