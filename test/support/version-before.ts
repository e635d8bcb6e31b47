import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = 'prisma/migrations'
const run = promisify(execFile)

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: ROOT })
  return stdout.trim()
}

/** Whether the database that we have migrated has each migration of that commit; one that was renamed since is none that was released. */
async function knowsOnlyOurs(commit: string): Promise<boolean> {
  const theirs = await git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
  return theirs.split('\n').every((path) => existsSync(join(ROOT, path)))
}

/**
 * The last commit of this line of history whose code does not know the newest migration: what still runs when the next release has
 * migrated the database. Null when the clone has too little history, or is none.
 */
export async function commitBeforeNewestMigration(): Promise<string | null> {
  try {
    // A migration that is not committed yet: all of HEAD is before it.
    if ((await git('status', '--porcelain', '--', MIGRATIONS)) !== '') return await git('rev-parse', 'HEAD')
    const adding = await git('log', '--first-parent', '-m', '-M', '--diff-filter=A', '--format=%H', '--', MIGRATIONS)
    for (const commit of adding.split('\n')) {
      const before = await git('rev-parse', '--verify', `${commit}^1`)
      if (await knowsOnlyOurs(before)) return before
    }
    return null
  } catch {
    return null
  }
}

/** The code of a commit in a folder of its own, with the packages of this one. */
export async function checkOut(
  commit: string,
): Promise<{ readonly root: string; readonly remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'version-before-'))
  const archive = join(root, 'code.tar')
  await git('archive', '--output', archive, commit)
  await run('tar', ['-xf', archive, '-C', root])
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
