import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The key under which everything secret is sealed: the one that was set, else one made on first use and kept in `dataDir`.
 * 32 bytes. Losing it loses every stored credential, so it is never made anew over an existing file.
 */
export const loadMasterKey = async (given: Buffer | null, dataDir: string): Promise<Buffer> => {
  if (given) return given
  const path = join(dataDir, 'master-key')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes: restore it, or set MASTER_KEY`)
  return key
}
