import type { Json } from './http-client.ts'

export type SseEvent = { readonly id: string; readonly event: string; readonly data: Json }

/** The events of a finished stream's text. */
export const parseSse = (text: string): SseEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const field = (name: string): string =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ''
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
    })
