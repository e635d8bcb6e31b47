import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** The rules that keep functions small; files are listed that they do not hold for. */
const RULES = ['eslint/max-params', 'eslint/max-lines-per-function', 'eslint/complexity']

type Config = {
  readonly rules: Readonly<Record<string, unknown>>
  readonly overrides: readonly {
    readonly files: readonly string[]
    readonly rules: Readonly<Record<string, unknown>>
  }[]
}

const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8').replace(/^\s*\/\/.*$/gm, '')) as Config

const exceptions = config.overrides.flatMap(({ files, rules }) =>
  RULES.filter((rule) => rules[rule] === 'off').flatMap((rule) =>
    files.flatMap(expandBraces).map((pattern) => ({ rule, pattern })),
  ),
)

/** `src/a.ts` and `src/b.ts` of `src/{a,b}.ts`: each of them must be needed on its own. */
function expandBraces(pattern: string): string[] {
  const [whole, before = '', inner = '', after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  return whole === undefined ? [pattern] : inner.split(',').flatMap((one) => expandBraces(before + one + after))
}

/** `rule path` of everything that the linter would say without exceptions. */
function faultsWithoutExceptions(): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lint-exceptions-'))
  try {
    const path = join(folder, 'oxlintrc.json')
    const rules = Object.fromEntries(RULES.map((rule) => [rule, config.rules[rule]]))
    writeFileSync(path, JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules }))
    const folders = ['src', 'test', 'bench', 'scripts', 'examples']
    const oxlint = join(ROOT, 'node_modules/.bin/oxlint')
    const { stdout } = spawnSync(oxlint, ['-c', path, '-f', 'json', ...folders], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
    return new Set(diagnostics.map(({ code, filename }) => `${code.replace(/^(\w+)\((.+)\)$/, '$1/$2')} ${filename}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the exceptions of the linter', () => {
  it('name files that exist', () => {
    expect(exceptions.length).toBeGreaterThan(0)
    expect(exceptions.filter(({ pattern }) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
  })

  it('are needed: without one, the linter would find fault with the file', () => {
    const faults = faultsWithoutExceptions()
    const unneeded = exceptions.filter(
      ({ rule, pattern }) => !globSync(pattern, { cwd: ROOT }).some((file) => faults.has(`${rule} ${file}`)),
    )
    expect(unneeded).toEqual([])
  })
})
