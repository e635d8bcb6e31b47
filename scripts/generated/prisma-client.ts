import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const SCHEMA = 'prisma/schema.prisma'
/** Where the schema has its client written, beside the schema's own folder. */
export const CLIENT = 'src/store/client'

const GENERATE_WITHIN_MS = 120_000

/**
 * Writes the Prisma client of `root`'s schema into `root`. Prisma asks for an executable for its native schema engine, which is a
 * download and is not used to generate: any executable will do. Throws what Prisma has said when it fails.
 */
export async function writePrismaClient(root: string): Promise<void> {
  const command = join(ROOT, 'node_modules/prisma/build/index.js')
  await promisify(execFile)(process.execPath, [command, 'generate', '--schema', join(root, SCHEMA)], {
    cwd: root,
    timeout: GENERATE_WITHIN_MS,
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  const file = join(root, CLIENT, 'internal/class.ts')
  await writeFile(file, withFileCompiler(await readFile(file, 'utf8')))
}

const OWN_COMPILER =
  /async function decodeBase64AsWasm[\s\S]*?\n}\n|getQueryCompilerWasmModule: async \(\) => \{[\s\S]*?\n {2}\},/g
const FILE_COMPILER =
  'getQueryCompilerWasmModule: async () => (await import("../../query-compiler.ts")).queryCompiler(),'

/** Beyond these V8 keeps two bytes of each of the text's 300,000 letters. */
const BEYOND_LATIN = /[\u0100-\uffff]/g

/** Replaces how the client loads its query compiler: `src/store/query-compiler.ts` says why. */
function withFileCompiler(text: string): string {
  if (text.match(OWN_COMPILER)?.length !== 2) throw new Error('Prisma loads its query compiler in another way than it did')
  return text
    .replaceAll(OWN_COMPILER, (own) => (own.startsWith('async') ? '' : FILE_COMPILER))
    .replaceAll(BEYOND_LATIN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether the committed client is what Prisma makes of the committed schema: same files, same bytes. */
export async function isPrismaClientCurrent(): Promise<boolean> {
  const copy = await mkdtemp(join(tmpdir(), 'prisma-client-'))
  try {
    await mkdir(join(copy, 'prisma'))
    await cp(join(ROOT, SCHEMA), join(copy, SCHEMA))
    await writePrismaClient(copy)
    const [made, committed] = await Promise.all([filesOf(join(copy, CLIENT)), filesOf(join(ROOT, CLIENT))])
    return made.size === committed.size && [...made].every(([name, content]) => committed.get(name) === content)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sources = names.filter((name) => name.endsWith('.ts'))
  return new Map(
    await Promise.all(sources.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}
