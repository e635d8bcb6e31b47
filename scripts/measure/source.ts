import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** A parsed file, and its path below the measured folder. */
export type Source = { readonly path: string; readonly file: SourceFile }

/** The folders of ours, and what in them is written by machines, belongs to others or is only a test's material. */
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'examples']
const NOT_OURS = /^(?:src\/store\/client|test\/graphql\/generated|test\/fixtures|bench\/rivals)\/|node_modules/

function listFiles(root: string): string[] {
  const present = new Set(readdirSync(root))
  return FOLDERS.filter((folder) => present.has(folder))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !NOT_OURS.test(path))
    .sort()
}

/**
 * Parses our files under `root` and passes them to `use`. Types are not resolved, so no packages need to be installed there: an
 * archive of an old commit is measured as well as the working tree. Since version 7 the compiler is a process of its own, which
 * ends when `use` has returned; nodes must not be kept longer.
 */
export function withSources<T>(root: string, use: (sources: readonly Source[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  const config = join(folder, 'tsconfig.json')
  const files = listFiles(root).map((path) => join(root, path))
  const compilerOptions = { noResolve: true, noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true }
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    const sources = files.flatMap((name) => {
      const file = project?.program.getSourceFile(name)
      return file ? [{ path: relative(root, name), file }] : []
    })
    if (sources.length < files.length) throw new Error(`only ${sources.length} of ${files.length} files were parsed`)
    return use(sources)
  } finally {
    api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The node and everything below it, parents first. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  node.forEachChild((child) => visit(child, see))
}

/** 1-based, as editors count. */
export function lineAt(file: SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1
}

/** As `wc -l` counts. */
export function lineCount(file: SourceFile): number {
  return file.text.split('\n').length - 1
}
