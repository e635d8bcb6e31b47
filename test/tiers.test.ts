import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findTestsReaching, findTiers } from './support/tiers.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'tiers-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const ROOT = join(import.meta.dirname, '..')

describe('findTiers', () => {
  it('puts a test into pure when neither it nor a helper that it imports reaches out', () => {
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
    const tiers = findTiers(root)
    expect(tiers.get('pure')).toEqual([
      'test/a/alone.test.ts',
      'test/a/by-type.test.ts',
      'test/a/harmless-helper.test.ts',
    ])
    expect(tiers.get('parts')).toEqual(['test/a/by-helper.test.ts', 'test/a/redis.test.ts'])
  })

  it('tells a gateway in the worker from one in a process of its own', () => {
    const root = treeOf({
      'test/here.test.ts': `import { useGateway } from './support/use-gateway.ts'\n`,
      'test/process.test.ts': `import { useGatewayProcess } from './support/use-gateway.ts'\nuseGatewayProcess(() => {})\n`,
      'test/started.test.ts': `import { startGatewayProcess } from './support/gateway-process.ts'\n`,
      'test/support/use-gateway.ts': `import { startGatewayProcess } from './gateway-process.ts'\n`,
      'test/support/gateway-process.ts': `import { spawn } from 'node:child_process'\n`,
    })
    const tiers = findTiers(root)
    expect(tiers.get('parts')).toEqual(['test/here.test.ts'])
    expect(tiers.get('process')).toEqual(['test/process.test.ts', 'test/started.test.ts'])
  })

  it('has every test file of this project in one tier', () => {
    const tiers = findTiers(ROOT)
    const all = [...tiers.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(tiers.get('pure')).toContain('test/domain/money.test.ts')
    expect(tiers.get('parts')).toContain('test/http/search.test.ts')
    expect((tiers.get('pure') ?? []).filter((file) => file.startsWith('test/e2e/'))).toEqual([])
  })

  it('puts a test into spec when it reaches the module that reads ../shared, except by a type', () => {
    const root = treeOf({
      'test/by-bench.test.ts': `import { pairs } from '../bench/pairs.ts'\n`,
      'test/by-type.test.ts': `import type { Pair } from '../bench/pairs.ts'\n`,
      'bench/pairs.ts': `import { sharedLines } from '../test/support/spec/shared.ts'\n`,
      'test/support/spec/shared.ts': '',
    })
    const tiers = findTiers(root)
    expect(tiers.get('spec')).toEqual(['test/by-bench.test.ts'])
    expect(tiers.get('pure')).toEqual(['test/by-type.test.ts'])
  })
})

describe('the folder shared', () => {
  it('is named by one module', () => {
    const named = ['test', 'bench', 'scripts'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
        .map((file) => join(folder, file))
        .filter((file) => /'[./]*\.\.\/shared['/]/.test(readFileSync(join(ROOT, file), 'utf8'))),
    )
    expect(named).toEqual(['test/support/spec/shared.ts'])
  })

  it('is not needed by the tests whose exchanges test:spec validates', () => {
    const wire = findTestsReaching(ROOT, ['test/support/suppliers/wire-faults.ts'])
    const spec = new Set(findTiers(ROOT).get('spec'))
    expect(wire).toContain('test/suppliers/whole-lives.test.ts')
    expect(wire.filter((file) => spec.has(file))).toEqual([])
  })
})
