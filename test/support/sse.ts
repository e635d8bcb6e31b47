import type { Json } from './http-client.ts'

export type SseEvent = { readonly id: string; readonly event: string; readonly data: Json }

/** The events of a finished stream's text. */
export function parseSse(text: string): SseEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      function field(name: string): string {
        return (
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? ''
        )
      }
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
    })
}
