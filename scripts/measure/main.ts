/** Figures on the code: `npm run measure`, with `--markdown` as docs/measure.md, with `--comments 50 --seed 7` comments to judge. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commentsIn, sample } from './comments.ts'
import { type Measure, measure } from './measure.ts'
import { withSources } from './source.ts'
import { commentText, toMarkdown, toText } from './tables.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/measure.md')
/** What docs/measure.md compares with: the code that the plan for its order was written about. */
const BEFORE = '4be53be'

const { values } = parseArgs({
  options: {
    markdown: { type: 'boolean', default: false },
    comments: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})

if (values.comments !== undefined)
  printComments(wholeNumber('comments', values.comments), wholeNumber('seed', values.seed))
else if (values.markdown) writePage()
else console.log(toText(measure(ROOT)))

function printComments(count: number, seed: number): void {
  const comments = withSources(ROOT, (sources) =>
    sources.filter(({ path }) => path.startsWith('src/')).flatMap(commentsIn),
  )
  const drawn = sample(comments, count, seed)
  console.log(drawn.map(commentText).join('\n\n'))
  console.log(`\n${drawn.length} of ${comments.length} comments in src/, drawn with seed ${seed}`)
}

function writePage(): void {
  const commit = git('rev-parse', '--short', 'HEAD').toString().trim()
  const now = { commit, found: measure(ROOT) }
  writeFileSync(PAGE, toMarkdown({ commit: BEFORE, found: measureCommit(BEFORE) }, now))
  console.log('docs/measure.md')
}

/** Unpacks a commit of this repository into a folder of its own and measures it there. */
function measureCommit(commit: string): Measure {
  const folder = mkdtempSync(join(tmpdir(), 'measure-commit-'))
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
    return measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', ['-C', ROOT, ...args], { maxBuffer: 256 * 1024 * 1024 })
}

function wholeNumber(name: string, given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given)
  console.error(`--${name} must be a whole number from 0 to 999999999, and is ${JSON.stringify(given)}`)
  process.exit(1)
}
