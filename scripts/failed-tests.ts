/**
 * `node scripts/failed-tests.ts REPORT…`: a line for each test that failed in vitest's reports (JSON): its file and name, the first line of
 * the failure, the day and seed of the run, and the command that repeats it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Test = {
  readonly title: string
  readonly fullName: string
  readonly status: string
  readonly failureMessages?: readonly string[]
}
type File = {
  readonly name: string
  readonly message?: string
  readonly status: string
  readonly assertionResults: readonly Test[]
}
type Report = { readonly testResults: readonly File[] }

const settings = ['SEED', 'TEST_DAY_SHIFT'].flatMap((name) =>
  process.env[name] ? [`${name}=${process.env[name]}`] : [],
)

function report(file: string, name: string, why: string | undefined): void {
  const [first = 'no message'] = (why ?? '').split('\n')
  const filter = name === '' ? '' : ` -t '${name.replaceAll("'", '.').slice(0, 80)}'`
  console.log(
    `RED ${file} "${name}": ${first.slice(0, 300)} · again: ${[...settings, `npx vitest run ${file}${filter}`].join(' ')}`,
  )
}

for (const path of process.argv.slice(2).filter((one) => existsSync(one))) {
  let read: Report
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.log(`RED ${path} was cut: the run ended before its report was written`)
    continue
  }
  for (const { name, message, status, assertionResults } of read.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative('.', name)
    for (const { title, failureMessages } of failed) report(file, title, failureMessages?.[0])
    if (status === 'failed' && failed.length === 0) report(file, '', message)
  }
}
