import { type FileHandle, open, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ExportedEvent } from '../store/event-exports.ts'
import { subjectOf } from './subject.ts'
import type { ExportTarget } from './target.ts'

const NEW_LINE = 10

/** Events tell who at a hotel confirmed. */
const FOR_ITS_OWNER = 0o600

/**
 * A file of lines of JSON, one an event: `{"id","position","subject","event"}`. What is acknowledged is on the disk. States: closed (at
 * the beginning, after a write that failed, and when the file has been moved or deleted), which the next `publish` leaves; open.
 */
export function createFileTarget(url: string): ExportTarget {
  let file: FileHandle | null = null

  async function close(): Promise<void> {
    const closing = file?.close()
    file = null
    await closing
  }
  async function opened(path: string): Promise<FileHandle> {
    if (file !== null && !(await isAt(path, file))) await close()
    file ??= await openWhole(path)
    return file
  }

  return {
    name: 'file',
    publish: async (events) => {
      try {
        const to = await opened(fileURLToPath(url))
        await to.appendFile(events.map(lineOf).join(''))
        await to.datasync()
        return events.map(() => null)
      } catch (error) {
        // It may end in the middle of a line, which the next one would be joined to.
        await close().catch(() => undefined)
        return events.map(() => error as Error)
      }
    },
    close,
  }
}

/** False when the open file is another one than that of the path: what is written to it is read by nobody. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [there, here] = await Promise.all([stat(path).catch(() => null), file.stat()])
  return there !== null && there.ino === here.ino && there.dev === here.dev
}

/** Ends a line that a process left in the middle: its event is written again. */
async function openWhole(path: string): Promise<FileHandle> {
  const file = await open(path, 'a+', FOR_ITS_OWNER)
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
  if (size > 0 && buffer[0] !== NEW_LINE) await file.appendFile('\n')
  return file
}

function lineOf(event: ExportedEvent): string {
  const { id, position, body } = event
  return `{"id":${JSON.stringify(id)},"position":${position},"subject":${JSON.stringify(subjectOf(event))},"event":${body}}\n`
}
