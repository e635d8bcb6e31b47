import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type LockedPackage = { readonly hasInstallScript?: boolean }

type Manifest = { readonly allowScripts: Readonly<Record<string, boolean>> }
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', name), 'utf8')
}

/**
 * `.npmrc` keeps npm's warnings off the screen, and with them the one about an install script which nobody has decided on. This
 * test takes its place, for the packages of development too; those of production have test/production-packages.test.ts as well.
 */
it('every package with an install script is allowed or refused by name in package.json', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as Manifest
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) => {
    const isOurs = path === ''
    return hasInstallScript && !isOurs ? [path.slice(path.lastIndexOf('node_modules/') + 13)] : []
  })
  expect(scripted).toContain('node')
  expect(scripted.filter((name) => allowScripts[name] === undefined)).toEqual([])
})
