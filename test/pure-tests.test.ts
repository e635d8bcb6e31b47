import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findPureTests } from './support/pure-tests.ts'
import { findSpecTests, findWireTests } from './support/spec-tests.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'pure-tests-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

describe('the project of pure tests', () => {
  it('has the tests which neither by themselves nor through a helper need a server', () => {
    const root = treeOf({
      'src/wire.ts': `import { connect } from 'node:net'\n`,
      'test/a/alone.test.ts': `import { it } from 'vitest'\nimport { x } from '../../src/wire.ts'\n`,
      'test/a/by-helper.test.ts': `import { one } from '../support/one.ts'\n`,
      'test/a/by-type.test.ts': `import type { One } from '../support/database.ts'\n`,
      'test/a/harmless-helper.test.ts': `import {\n  first,\n  second,\n} from '../support/circle-a.ts'\n`,
      'test/a/redis.test.ts': `const url = process.env['REDIS_URL']\n`,
      'test/support/one.ts': `export { two } from './database.ts'\n`,
      'test/support/database.ts': `import pg from 'pg'\n`,
      'test/support/circle-a.ts': `import { b } from './circle-b.ts'\n`,
      'test/support/circle-b.ts': `import { a } from './circle-a.ts'\n`,
    })
    expect(findPureTests(root)).toEqual([
      'test/a/alone.test.ts',
      'test/a/by-type.test.ts',
      'test/a/harmless-helper.test.ts',
    ])
  })

  it('has the domain, and nothing that starts a gateway', () => {
    const pure = findPureTests(join(import.meta.dirname, '..'))
    expect(pure).toContain('test/domain/money.test.ts')
    expect(pure).toContain('test/suppliers/expedia-rapid/terms.test.ts')
    expect(pure.filter((file) => file.startsWith('test/e2e/'))).toEqual([])
  })
})

describe('the project of specifications', () => {
  const root = join(import.meta.dirname, '..')

  it('has the tests that reach the module which reads ../shared, through helpers of any folder, and no pure one', () => {
    const tree = treeOf({
      'test/a/by-bench.test.ts': `import { pairs } from '../../bench/pairs.ts'\n`,
      'test/a/by-type.test.ts': `import type { Json } from '../support/spec/shared.ts'\n`,
      'test/a/in-text.test.ts': `const TEXT = \`\nimport { x } from '../../nowhere.ts'\n\`\n`,
      'test/a/through-circle.test.ts': `import { b } from '../support/circle-b.ts'\n`,
      'bench/pairs.ts': `import { sharedLines } from '../test/support/spec/shared.ts'\n`,
      'test/support/circle-a.ts': `import { b } from './circle-b.ts'\nimport { x } from './spec/shared.ts'\n`,
      'test/support/circle-b.ts': `import { a } from './circle-a.ts'\n`,
      'test/support/spec/shared.ts': '',
    })
    expect(findSpecTests(tree)).toEqual(['test/a/by-bench.test.ts', 'test/a/through-circle.test.ts'])
    expect(findPureTests(tree)).toEqual(['test/a/by-type.test.ts', 'test/a/in-text.test.ts'])
  })

  it('leaves the tests of adapters over a watched wire in npm test', () => {
    const wire = findWireTests(root)
    expect(wire).toContain('test/suppliers/whole-lives.test.ts')
    expect(findSpecTests(root).filter((file) => wire.includes(file))).toEqual([])
  })

  it('reads ../shared in one module', () => {
    const files = ['test', 'bench', 'scripts']
      .flatMap((name) =>
        readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
      )
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    const naming = files.filter((file) => /\.\.\/shared[/'`]/.test(codeOf(join(root, file))))
    expect(naming).toEqual(['test/support/spec/shared.ts'])
  })
})

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
}
