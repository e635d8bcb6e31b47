/**
 * Loads a simulated process whose code has an old defect again: the modules of `src` that it imports, once more, with some lines as
 * they were. The world around it (suppliers, database, oracle) keeps today's code. The name of the defect is the query of the
 * modules' addresses, so that any number of variants live side by side in one program.
 */
import { type LoadFnOutput, registerHooks } from 'node:module'
import { DEFECTS, type Defect } from './defects.ts'

const PROCESS = new URL('../process.ts', import.meta.url).href
const SRC = new URL('../../../src/', import.meta.url).href
/** The generated client belongs to the database's connection, which all variants share. */
const SHARED = `${SRC}store/client/`

type ProcessModule = typeof import('../process.ts')

/** The edits that have been made, as `defect file`. */
const made = new Set<string>()

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context)
    const defect = defectOf(context.parentURL)
    const isOurs = resolved.url.startsWith(SRC) && !resolved.url.startsWith(SHARED)
    return defect && isOurs ? { ...resolved, url: `${resolved.url}?${defect.name}` } : resolved
  },
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const defect = defectOf(url)
    if (!defect || !url.startsWith(SRC)) return loaded
    const file = url.slice(SRC.length).split('?')[0] ?? ''
    return { ...loaded, source: edited(textOf(loaded.source), defect, file) }
  },
})

function textOf(source: LoadFnOutput['source']): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}

function defectOf(url: string | undefined): Defect | undefined {
  const name = url?.split('?')[1]
  return name === undefined ? undefined : DEFECTS.find((one) => one.name === name)
}

function edited(source: string, { name, edits }: Defect, file: string): string {
  let text = source
  for (const { today, before } of edits.filter((edit) => edit.file === file)) {
    if (text.split(today).length !== 2) throw new Error(`${name} no longer fits ${file}: ${today}`)
    text = text.replace(today, () => before)
    made.add(`${name} ${file}`)
  }
  return text
}

/** The module of a process with the defect. Throws when today's code is no longer what the defect was cured in. */
export async function loadDefective(name: string): Promise<ProcessModule> {
  const defect = DEFECTS.find((one) => one.name === name)
  if (!defect) throw new Error(`no defect ${name}: ${DEFECTS.map((one) => one.name).join(', ')}`)
  const loaded = (await import(`${PROCESS}?${name}`)) as ProcessModule
  const missing = defect.edits.map(({ file }) => file).filter((file) => !made.has(`${name} ${file}`))
  if (missing.length > 0) throw new Error(`${name} is in files that are not loaded: ${missing.join(', ')}`)
  return loaded
}
