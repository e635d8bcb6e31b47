import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/event.ts'
import { subjectOf } from '../../src/event-export/subject.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/event-export.md'), 'utf8')

describe('docs/event-export.md', () => {
  it('[21] has the subject of each type of event that is exported, as it is', () => {
    const [, table = ''] = /^## Subjects\n(.*?)\n\n`webhook\.test`/ms.exec(PAGE) ?? []
    const shown = [...table.matchAll(/^\| `(hotel\.events\.[^`]+)` \|/gm)].map(([, subject]) => subject)
    const subjects = EVENT_TYPES.filter((type) => type !== 'webhook.test').map((type) =>
      subjectOf({
        id: 'evt_1',
        xid: '1',
        position: 1n,
        environment: 'production',
        organizationId: 'org_acme',
        bookingId: type.startsWith('booking.') ? 'ubk_1' : null,
        type,
        body: '{}',
        requestId: null,
        traceparent: null,
      }),
    )
    expect(shown).toEqual(subjects)
  })
})
