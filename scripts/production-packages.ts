/** What `npm ci --omit=dev` installs, as package-lock.json has it, and what nobody has agreed to in it. */

/** Licences that allow use and passing on for a notice, or for nothing. */
const AGREED_LICENCES = [
  'MIT',
  'MIT and ISC',
  '(MIT OR CC0-1.0)',
  'CC0-1.0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]

type LockedPackage = {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** package.json's `allowScripts`: whether npm may run what a package wants to run when it is installed. */
export type ScriptDecisions = Readonly<Record<string, boolean>>

export type ProductionPackage = {
  /** Its folder, from the project's: `node_modules/a/node_modules/b`. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly installScript: 'none' | 'allowed' | 'refused' | 'undecided'
  readonly faults: readonly string[]
}

/** Every package that is not only for development; npm installs `devOptional` ones in production, too. */
export function productionPackages(lock: Lock, decisions: ScriptDecisions): readonly ProductionPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const installScript = scriptDecision(locked, decisions[name])
      const found = { path, name, version: locked.version ?? '', licence: locked.license ?? '', installScript } as const
      return { ...found, faults: [...faultsOf(locked, installScript), ...missingPeers(lock, path)] }
    })
}

function scriptDecision({ hasInstallScript }: LockedPackage, decision?: boolean): ProductionPackage['installScript'] {
  if (!hasInstallScript) return 'none'
  if (decision === undefined) return 'undecided'
  return decision ? 'allowed' : 'refused'
}

function faultsOf(locked: LockedPackage, installScript: ProductionPackage['installScript']): string[] {
  const { license, integrity, devOptional } = locked
  const faults: string[] = []
  if (!license || !AGREED_LICENCES.includes(license))
    faults.push(`licence that nobody has agreed to: ${license || 'none given'}`)
  if (!integrity) faults.push('no checksum in package-lock.json')
  if (installScript === 'undecided') faults.push('wants to run a script when it is installed: decide in allowScripts')
  if (devOptional) faults.push('is for development, but an optional peer of a production package')
  return faults
}

/** Peers are not installed by themselves here (.npmrc): what a package cannot do without has to be in package.json. */
function missingPeers({ packages }: Lock, path: string): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {}
  function isThere(name: string): boolean {
    return foldersAbove(path).some((folder) => {
      const peer = packages[`${folder}node_modules/${name}`]
      return peer !== undefined && !peer.dev
    })
  }
  return Object.entries(peerDependencies)
    .filter(([name]) => !peerDependenciesMeta[name]?.optional && !isThere(name))
    .map(([name, range]) => `needs ${name}@${range} beside it`)
}

/** Where Node looks for what a package imports, inner to outer: `node_modules/a/`, then the project itself. */
function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('node_modules/'); end >= 0; end = path.lastIndexOf('node_modules/', end - 1)) {
    folders.push(path.slice(0, end))
    if (end === 0) break
  }
  return folders
}
