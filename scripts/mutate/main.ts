/**
 * `npm run mutate -- --area domain` makes one small fault at a time in what handles money and state (areas: `areas.ts`), in a copy
 * of the repository, and runs the tests on it that are likely to notice, one file after another until one is red. Faults that none
 * notices are printed. Files or folders may be given instead of areas.
 *
 * `--sample 100 --seed 1` tries only so many of each area, drawn by the seed; `--again` leaves out what the last run
 * with the same `--results` has caught;
 * `--tests test/x.test.ts` runs these instead; `--jobs 2` works on so many at once. Tests that need Postgres take it from
 * DATABASE_URL. What is found is in `--results`, at once.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS, testsOf } from './areas.ts'
import { draw } from './draw.ts'
import { isEquivalent } from './equivalent.ts'
import { createJury, type FileMutant, show, type Tried } from './jury.ts'
import { mutantsOf } from './mutants.ts'
import { listFiles, ROOT } from './workbench.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    area: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string', default: '.data/mutants.jsonl' },
    again: { type: 'boolean', default: false },
  },
})

const RESULTS = join(ROOT, values.results)
const sources = new Map<string, string>()
const counts = new Map<string, { equivalent: number; all: number }>()

function mutantsIn(area: string, paths: readonly string[]): FileMutant[] {
  const files = listFiles(...paths).filter((file) => file.endsWith('.ts') && !file.includes('/client/'))
  for (const file of files) sources.set(file, readFileSync(join(ROOT, file), 'utf8'))
  const all = files.flatMap((file) => mutantsOf(sources.get(file) ?? '').map((mutant) => ({ ...mutant, file, area })))
  const told = all.filter((mutant) => !isEquivalent(mutant, sources.get(mutant.file) ?? ''))
  counts.set(area, { all: all.length, equivalent: all.length - told.length })
  return draw(told, values.sample === undefined ? told.length : Number(values.sample), Number(values.seed))
}

function chosen(): FileMutant[] {
  const asked = positionals.length > 0 ? [['files', positionals] as const] : Object.entries(AREAS)
  const wanted = values.area ? asked.filter(([area]) => values.area?.includes(area)) : asked
  return wanted.flatMap(([area, paths]) => mutantsIn(area, paths))
}

function nameOf({ file, start, end, text }: FileMutant): string {
  return `${file} ${start} ${end} ${text}`
}

/** What was caught when the same was tried before: a test that is added cannot undo it. */
function caughtBefore(): ReadonlyMap<string, Tried> {
  if (!values.again || !existsSync(RESULTS)) return new Map()
  const lines = readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean)
  const caught = lines.map((line) => JSON.parse(line) as Tried).filter(({ caughtBy }) => caughtBy !== null)
  return new Map(caught.map((one) => [nameOf(one), one]))
}

function tell(tried: readonly Tried[]): void {
  const areas = [...new Set(tried.map(({ area }) => area))]
  console.table(
    Object.fromEntries(
      areas.map((area) => {
        const own = tried.filter((one) => one.area === area)
        const caught = own.filter(({ caughtBy }) => caughtBy !== null)
        return [
          area,
          {
            ...counts.get(area),
            tried: own.length,
            caught: caught.length,
            late: caught.filter(({ isLate }) => isLate).length,
            survived: own.length - caught.length,
            ratio: Number((caught.length / own.length).toFixed(3)),
            minutes: Number((own.reduce((sum, { ms }) => sum + ms, 0) / 60_000).toFixed(1)),
          },
        ]
      }),
    ),
  )
}

const before = caughtBefore()
const mutants = chosen()
const tried = mutants.flatMap((mutant) => before.get(nameOf(mutant)) ?? [])
mkdirSync(join(ROOT, '.data'), { recursive: true })
writeFileSync(RESULTS, tried.map((one) => `${JSON.stringify(one)}\n`).join(''))
const jury = await createJury({ sources, testsOf: testsOf(values.tests), jobs: Number(values.jobs) })
try {
  const left = mutants.filter((mutant) => !before.has(nameOf(mutant)))
  await jury.tryAll(left, (one) => {
    tried.push(one)
    appendFileSync(RESULTS, `${JSON.stringify(one)}\n`)
    if (one.caughtBy === null) console.log(show(one, sources.get(one.file) ?? ''))
    if (process.stderr.isTTY) process.stderr.write(`\r${tried.length} of ${mutants.length} `)
  })
} finally {
  await jury.close()
}
tell(tried)
// Tests that notice nothing at all were not run on the fault.
if (tried.length > 0 && tried.every(({ caughtBy }) => caughtBy === null)) process.exitCode = 1
