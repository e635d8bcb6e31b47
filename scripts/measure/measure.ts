import { isAsExpression } from 'typescript/unstable/ast'
import { circlesIn } from './circles.ts'
import { functionsIn, type MeasuredFunction } from './functions.ts'
import { type Export, exportsIn, exportsUsedNowhere, importsIn } from './imports.ts'
import { lineCount, type Source, visit, withSources } from './source.ts'

export type Spread = { readonly median: number; readonly high: number; readonly max: number }

export type FolderMeasure = {
  readonly folder: string
  readonly files: number
  readonly lines: number
  /** Lines per file; `high` is the 90th percentile. */
  readonly fileLines: Spread
  readonly functions: number
  /** Lines per function; `high` is the 95th percentile. */
  readonly functionLines: Spread
  readonly manyParameters: number
  readonly complex: number
  readonly casts: number
}

export type Measure = {
  readonly folders: readonly FolderMeasure[]
  readonly longestFiles: readonly { readonly path: string; readonly lines: number }[]
  readonly longestFunctions: readonly MeasuredFunction[]
  readonly manyParameters: readonly MeasuredFunction[]
  readonly complex: readonly MeasuredFunction[]
  readonly valueCircles: readonly (readonly string[])[]
  /** Circles by any import, types included. */
  readonly circles: readonly (readonly string[])[]
  readonly exports: number
  readonly exportsUsedNowhere: readonly Export[]
}

type MeasuredFile = {
  readonly path: string
  readonly lines: number
  readonly casts: number
  readonly functions: readonly MeasuredFunction[]
}

const MOST_PARAMETERS = 3
const MOST_COMPLEXITY = 15
const LISTED = 10
/** A folder below another has a row of its own from this many files on. */
const SMALLEST_ROW = 5

/** Measures our TypeScript under `root`. The lists of files, functions, exports and circles are those of `src/` only. */
export function measure(root: string): Measure {
  return withSources(root, (sources) => {
    const files = sources.map(measureFile)
    const inSrc = sources.filter(({ path }) => path.startsWith('src/'))
    const functions = files.filter(({ path }) => path.startsWith('src/')).flatMap((file) => file.functions)
    const imports = sources.flatMap(importsIn)
    const exports = inSrc.flatMap(exportsIn)
    return {
      folders: foldersOf(files).map((folder) => measureFolder(folder, files)),
      longestFiles: files
        .filter(({ path }) => path.startsWith('src/'))
        .map(({ path, lines }) => ({ path, lines }))
        .sort((one, other) => other.lines - one.lines)
        .slice(0, LISTED),
      longestFunctions: functions.toSorted((one, other) => other.lines - one.lines).slice(0, LISTED),
      manyParameters: functions.filter(hasManyParameters).sort((one, other) => other.parameters - one.parameters),
      complex: functions.filter(isComplex).sort((one, other) => other.complexity - one.complexity),
      valueCircles: circlesIn(imports.filter(({ isType }) => !isType)),
      circles: circlesIn(imports),
      exports: exports.length,
      exportsUsedNowhere: exportsUsedNowhere(exports, imports),
    }
  })
}

function measureFile(source: Source): MeasuredFile {
  let casts = 0
  visit(source.file, (node) => {
    if (isAsExpression(node) && node.type.getText() !== 'const') casts += 1
  })
  return { path: source.path, lines: lineCount(source.file), casts, functions: functionsIn(source) }
}

/** Each top folder, and below `src` each folder of some size to the second level. */
function foldersOf(files: readonly MeasuredFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1)
    const depth = parts[0] === 'src' ? 3 : 1
    for (let end = 1; end <= Math.min(depth, parts.length); end += 1) {
      const folder = parts.slice(0, end).join('/')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  return [...counts].flatMap(([folder, count]) =>
    folder.split('/').length < 3 || count >= SMALLEST_ROW ? [folder] : [],
  )
}

function measureFolder(folder: string, all: readonly MeasuredFile[]): FolderMeasure {
  const files = all.filter(({ path }) => path.startsWith(`${folder}/`))
  const functions = files.flatMap((file) => file.functions)
  return {
    folder,
    files: files.length,
    lines: sum(files.map(({ lines }) => lines)),
    fileLines: spreadOf(
      files.map(({ lines }) => lines),
      0.9,
    ),
    functions: functions.length,
    functionLines: spreadOf(
      functions.map(({ lines }) => lines),
      0.95,
    ),
    manyParameters: functions.filter(hasManyParameters).length,
    complex: functions.filter(isComplex).length,
    casts: sum(files.map(({ casts }) => casts)),
  }
}

function hasManyParameters({ parameters }: MeasuredFunction): boolean {
  return parameters > MOST_PARAMETERS
}

function isComplex({ complexity }: MeasuredFunction): boolean {
  return complexity > MOST_COMPLEXITY
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Nearest rank: every figure is one that was measured. Zeros for nothing. */
function spreadOf(values: readonly number[], high: number): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  function at(share: number): number {
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  }
  return { median: at(0.5), high: at(high), max: at(1) }
}
