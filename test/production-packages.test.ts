import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Lock, productionPackages, type ScriptDecisions } from '../scripts/production-packages.ts'

const ROOT = join(import.meta.dirname, '..')
async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(ROOT, file), 'utf8'))
}

async function committed() {
  const { allowScripts } = (await readJson('package.json')) as { readonly allowScripts: ScriptDecisions }
  return productionPackages((await readJson('package-lock.json')) as Lock, allowScripts)
}

/** A lock with one package in it, which has nothing wrong but what is said. */
function lockOf(wrong: object): Lock {
  return {
    packages: { 'node_modules/a': { version: '1.0.0', license: 'MIT', integrity: 'sha512-a', ...wrong } },
  }
}

describe('what production installs', () => {
  it('is under licences, and runs scripts when it is installed, that somebody has agreed to', async () => {
    const packages = await committed()
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`))).toEqual([])
  })

  it('is what runs: no compiler, no generator, no test runner', async () => {
    const names = (await committed()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['@prisma/client', 'fastify', 'graphql']))
    for (const tool of ['prisma', '@prisma/studio-core', 'typescript', 'vitest', 'vite', 'react'])
      expect(names).not.toContain(tool)
  })

  it.each([
    [{ license: 'EPL-2.0' }, 'licence that nobody has agreed to: EPL-2.0'],
    [{ license: '' }, 'licence that nobody has agreed to: none given'],
    [{ integrity: '' }, 'no checksum in package-lock.json'],
    [{ hasInstallScript: true }, 'wants to run a script when it is installed: decide in allowScripts'],
    [{ devOptional: true }, 'is for development, but an optional peer of a production package'],
    [{ peerDependencies: { b: '^1.0.0' } }, 'needs b@^1.0.0 beside it'],
  ])('may not have %j: %s', (wrong, fault) => {
    expect(productionPackages(lockOf(wrong), {}).flatMap(({ faults }) => faults)).toEqual([fault])
  })

  it('may have a peer beside it or above it, and a script that was decided on', () => {
    const { packages } = lockOf({})
    const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-b' }
    const lock: Lock = {
      packages: {
        ...packages,
        'node_modules/b': { ...good, hasInstallScript: true },
        'node_modules/b/node_modules/c': { ...good, peerDependencies: { d: '1', a: '1', b: '1' } },
        'node_modules/b/node_modules/d': good,
      },
    }
    const found = productionPackages(lock, { b: false })
    expect(found.flatMap(({ faults }) => faults)).toEqual([])
    expect(found.map(({ name, installScript }) => [name, installScript])).toEqual([
      ['a', 'none'],
      ['b', 'refused'],
      ['c', 'none'],
      ['d', 'none'],
    ])
  })

  it('is listed with sizes by `npm run audit:packages`', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/audit-packages.ts'], { cwd: ROOT })
    expect(stdout).toMatch(/^ +\d+\.\d MB +@prisma\/client@\S+ +Apache-2\.0$/m)
    expect(stdout).toMatch(/^ +\d+\.\d MB +node@\S+ +MIT +install script allowed$/m)
    expect(stdout).toMatch(/\d+ packages; \d+ of them, \d+\.\d MB, are for this platform/)
  })
})
