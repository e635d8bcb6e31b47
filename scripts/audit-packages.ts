/**
 * Lists what production installs, largest first: size on this disk, version, licence, script that runs at installation. Ends with
 * exit code 1 when a package has something that nobody has agreed to. `npm run audit:packages`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, type ProductionPackage, productionPackages, type ScriptDecisions } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

const { allowScripts } = readJson('package.json') as { readonly allowScripts: ScriptDecisions }
const packages = productionPackages(readJson('package-lock.json') as Lock, allowScripts)
const sized = await Promise.all(packages.map(async (found) => ({ found, bytes: await sizeOf(found) })))
const installed = sized.filter(({ bytes }) => bytes !== null)

for (const { found, bytes } of sized.sort((a, b) => (b.bytes ?? -1) - (a.bytes ?? -1))) console.log(row(found, bytes))
const total = installed.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
console.log(`${packages.length} packages; ${installed.length} of them, ${megabytes(total)}, are for this platform`)

const faults = packages.flatMap(({ path, faults: own }) => own.map((fault) => `${path}: ${fault}`))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
}

function row({ name, version, licence, installScript }: ProductionPackage, bytes: number | null): string {
  const size = bytes === null ? 'not here' : megabytes(bytes)
  const script = installScript === 'none' ? '' : `install script ${installScript}`
  return [size.padStart(9), `${name}@${version}`.padEnd(52), licence.padEnd(16), script].join('  ').trimEnd()
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Bytes of its files, without the packages inside it, which have rows of their own; null: not installed, as for another platform. */
async function sizeOf({ path }: ProductionPackage): Promise<number | null> {
  const folder = join(ROOT, path)
  if (!existsSync(folder)) return null
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.slice(folder.length).includes('/node_modules/'))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
