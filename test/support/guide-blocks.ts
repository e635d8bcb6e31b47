import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const GUIDES = join(import.meta.dirname, '../../docs/guides')

/**
 * The blocks of a guide that a reader pastes, in their order, as one script; `label` takes those of one name (`<!-- run: php -->`).
 * The files that a reader saves are written into `folder`.
 */
export async function pasted(name: string, folder: string, label?: string): Promise<string> {
  const guide = await readFile(join(GUIDES, `${name}.md`), 'utf8')
  const blocks = [...guide.matchAll(/<!-- (run|file)(?:: (\S+))? -->\n```\w+\n([\s\S]*?)```/g)]
  for (const [, kind, file, text = ''] of blocks) if (kind === 'file' && file) await writeFile(join(folder, file), text)
  return blocks.flatMap(([, kind, of, text = '']) => (kind === 'run' && of === label ? [text] : [])).join('\n')
}
