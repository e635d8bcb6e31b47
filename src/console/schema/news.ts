import { toRfc3339 } from '../../domain/time.ts'
import type { ConsoleContext } from '../context.ts'
import { EVERYBODY } from '../guard-roots.ts'
import { newsOf } from '../news.ts'
import { builder, only } from './builder.ts'

builder.subscriptionField('news', (t) =>
  t.field({
    type: 'DateTime',
    description:
      'When something has happened to bookings, or somebody has done something: once at the beginning, then within seconds of each change. A page asks again then.',
    ...only(...EVERYBODY),
    subscribe: (_root, _args, context) => follow(context),
    resolve: (at) => at,
  }),
)

/** A page that is told twice at once asks once, so nothing is kept for it. */
async function* follow({ core }: ConsoleContext): AsyncGenerator<string> {
  const news = newsOf(core)
  const leaving = new AbortController()
  try {
    for (;;) {
      yield toRfc3339(core.clock.real())
      await news.next(leaving.signal)
    }
  } finally {
    leaving.abort()
  }
}
