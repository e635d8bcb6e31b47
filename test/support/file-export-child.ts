import { createInterface } from 'node:readline'
import { createFileTarget } from '../../src/event-export/file-target.ts'
import type { ExportedEvent } from '../../src/store/event-exports.ts'

/** Exports each line of its input, an event as JSON, to the file `EVENT_FILE`, and says what became of it. */
const target = createFileTarget(process.env['EVENT_FILE'] ?? '')
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line) as Omit<ExportedEvent, 'position'> & { readonly position: string }
  const [answer = null] = await target.publish([{ ...told, position: BigInt(told.position) }])
  console.log(answer === null ? 'stored' : answer.message)
}
