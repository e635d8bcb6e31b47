import { describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Json } from '../support/http-client.ts'
import { NAMES, useConsoleBookings } from '../support/use-console-bookings.ts'

let database: TestDatabase
let operator: ConsoleClient
let viewer: ConsoleClient
let partner: ConsoleClient
let stranger: ConsoleClient
let bookingId: string
let reviewId: string
let theirsId: string

useConsoleBookings((made) => {
  ;({ database, operator, viewer, partner, stranger, bookingId, reviewId, theirsId } = made)
})

const MATCHES = `query ($text: String!) {
  bookingMatches(text: $text) { recognised { kind count } items { id organizationId } hotels { id name } mayBeGuest }
}`
const SEARCH = `mutation ($text: String!, $hotelId: String) {
  searchGuests(text: $text, hotelId: $hotelId) { items { id } searched isWhole unreadable }
}`
const BOOKING = `query ($id: ID!) {
  booking(id: $id) {
    id status connectionId supplierReference metadata
    total { amountMinor currency exponent } charged { amountMinor }
    people { role masked } actions { name choices } penalties { from until status amount { amountMinor } }
    history { id kind at title outcome by requestId isPlanned detail }
  }
}`

function idsOf(found: { readonly items: readonly Json[] }): string[] {
  return found.items.map(({ id }) => id)
}

describe('[22] a booking', () => {
  it('has every event, supplier call, webhook, key, case and entry of the tables in its history', async () => {
    await operator.ask('mutation ($id: String!) { noteBooking(id: $id, reason: "called the hotel") { rows } }', {
      id: bookingId,
    })
    const { booking } = await operator.ask(BOOKING, { id: bookingId })
    const [told] = await database.query(
      `SELECT (SELECT array_agg(id ORDER BY id) FROM booking_events WHERE booking_id = $1) AS events,
        (SELECT array_agg(id ORDER BY id) FROM booking_attempts WHERE booking_id = $1) AS attempts,
        (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM webhook_deliveries WHERE booking_id = $1) AS deliveries,
        (SELECT coalesce(array_agg('audit_' || id ORDER BY id), '{}') FROM audit_log WHERE subject = $1) AS audit,
        (SELECT (extract(epoch FROM look_at) * 1000)::float8 FROM bookings WHERE id = $1) AS "lookAt"`,
      [bookingId],
    )
    function ids(kind: string): string[] {
      return booking.history.flatMap((one: Json) => (one.kind === kind ? [one.id] : [])).toSorted()
    }
    expect(ids('EVENT')).toEqual(told?.events)
    expect(ids('ATTEMPT')).toEqual(told?.attempts)
    expect(ids('WEBHOOK')).toEqual(told?.deliveries)
    expect(ids('OPERATOR')).toEqual(told?.audit)
    expect(ids('REQUEST')).toEqual([`key_CREATE_${NAMES.key}`])
    expect(booking.history.find(({ kind }: Json) => kind === 'REQUEST').requestId).toBe(NAMES.request)
    const look = booking.history.find(({ kind }: Json) => kind === 'LOOK')
    expect(Date.parse(look.at)).toBe(told?.lookAt)
    const times = booking.history.map(({ at }: Json) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
  })

  it('shows its guests masked, and tells them to support alone, who says why', async () => {
    const { booking } = await operator.ask(BOOKING, { id: bookingId })
    expect(booking.people[0]).toEqual({ role: 'HOLDER', masked: 'A••• L•••' })
    expect(JSON.stringify(booking)).not.toMatch(/lovelace|ada@/i)
    const UNMASK = 'mutation ($id: String!, $reason: String!) { unmaskBooking(id: $id, reason: $reason) { rows } }'
    expect(await viewer.refusal(UNMASK, { id: bookingId, reason: 'the hotel asks for it' })).toBe('FORBIDDEN')
    expect(await operator.refusal(UNMASK, { id: bookingId, reason: 'short' })).toBe('BAD_INPUT')
    const { unmaskBooking } = await operator.ask(UNMASK, { id: bookingId, reason: 'the hotel asks for it' })
    expect(unmaskBooking.rows[0]).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    const [entry] = await database.query("SELECT * FROM audit_log WHERE action = 'booking.unmask' AND subject = $1", [
      bookingId,
    ])
    expect(entry).toMatchObject({ actor: 'operator:sandbox-operator', details: { reason: 'the hotel asks for it' } })
    expect(JSON.stringify(entry)).not.toMatch(/lovelace/i)
  })

  it('offers exactly what can be done now, and to whom', async () => {
    async function offered(client: ConsoleClient, id: string): Promise<string[]> {
      return (await client.ask(BOOKING, { id }))['booking'].actions.map(({ name }: Json) => name)
    }
    expect(await offered(operator, reviewId)).toEqual(['reviewBooking', 'unmaskBooking', 'noteBooking'])
    expect(await offered(operator, bookingId)).toEqual([
      'askSupplierBooking',
      'lookBooking',
      'unmaskBooking',
      'noteBooking',
    ])
    expect(await offered(viewer, reviewId)).toEqual([])
    expect(await offered(partner, bookingId)).toEqual(['unmaskBooking', 'noteBooking'])
  })

  it('is compared with what the supplier says now, once in five seconds', async () => {
    const ASK =
      'mutation ($id: String!) { askSupplierBooking(id: $id) { kind tookMs lines { part ours theirs differs } } }'
    await database.query(
      `UPDATE bookings SET terms = jsonb_set(terms, '{price,total,amountMinor}', '12345') WHERE id = $1`,
      [bookingId],
    )
    const { askSupplierBooking: asked } = await operator.ask(ASK, { id: bookingId })
    expect(asked.kind).toBe('RECORD')
    expect(asked.lines).toContainEqual({ part: 'status', ours: 'CONFIRMED', theirs: 'CONFIRMED', differs: false })
    expect(
      asked.lines.filter(({ differs }: Json) => differs).map(({ part, ours }: Json) => [part, ours]),
    ).toContainEqual(['price.total', '123.45 USD'])
    expect(await operator.refusal(ASK, { id: bookingId })).toBe('CONFLICT')
    expect(await operator.refusal(ASK, { id: reviewId })).toBe('CONFLICT')
    expect(await viewer.refusal(ASK, { id: bookingId })).toBe('FORBIDDEN')
    const [entry] = await database.query("SELECT details FROM audit_log WHERE action = 'booking.ask-supplier'")
    expect(entry?.details).toMatchObject({ found: 'RECORD' })
  })

  it('is looked at now when an operator wants it', async () => {
    await database.query("UPDATE bookings SET look_at = now() + interval '1 day' WHERE id = $1", [bookingId])
    await operator.ask('mutation ($id: String!) { lookBooking(id: $id, reason: "the guest waits") { rows } }', {
      id: bookingId,
    })
    const [entry] = await database.query(
      "SELECT details FROM audit_log WHERE action = 'booking.look' AND subject = $1",
      [bookingId],
    )
    expect(entry?.details).toMatchObject({ reason: 'the guest waits' })
  })
})

describe('[22] a request', () => {
  const TRACE = `query ($id: ID!) { request(id: $id) { id cameAt bookings {
    booking { id } attempts { id requestId } events { event { id requestId } webhooks { id } } } } }`

  it('is told with its supplier calls and events, by the partner’s own id of it and by a call’s id', async () => {
    const [told] = await database.query(
      `SELECT (SELECT array_agg(id ORDER BY started_at) FROM booking_attempts WHERE request_id = $1 AND booking_id = $2) AS attempts,
        (SELECT array_agg(id ORDER BY position) FROM booking_events WHERE request_id = $1 AND booking_id = $2) AS events`,
      [NAMES.request, bookingId],
    )
    for (const id of [NAMES.request, told?.attempts[0]]) {
      const { request } = await partner.ask(TRACE, { id })
      expect(request).toMatchObject({ id: NAMES.request, cameAt: null })
      expect(request.bookings).toHaveLength(1)
      const [traced] = request.bookings
      expect(traced.booking.id).toBe(bookingId)
      expect(traced.attempts.map((one: Json) => one.id)).toEqual(told?.attempts)
      // A look may have found more to tell in between.
      expect(traced.events.map(({ event }: Json) => event.id)).toEqual(expect.arrayContaining(told?.events))
    }
  })

  it('that left nothing, or is another organization’s, is unknown', async () => {
    expect(await operator.refusal(TRACE, { id: 'req_06H19BS37NQVTZT0E57075QWMC' })).toBe('NOT_FOUND')
    expect(await operator.refusal(TRACE, { id: 'a b' })).toBe('BAD_INPUT')
    const [attempt] = await database.query('SELECT id FROM booking_attempts WHERE booking_id = $1', [bookingId])
    expect(await stranger.refusal(TRACE, { id: attempt?.id })).toBe('NOT_FOUND')
    // Both organizations have named a request alike: each is told of its own.
    const { request } = await stranger.ask(TRACE, { id: NAMES.request })
    expect(request.bookings.map(({ booking }: Json) => booking.id)).toEqual([theirsId])
  })
})

describe('[22] the portal', () => {
  it('knows its own organization’s bookings, and of others no more than of what does not exist', async () => {
    const list = '{ bookings(organizationId: "org_sandbox") { items { id organizationId } } }'
    expect(idsOf((await stranger.ask(list))['bookings'])).toEqual([theirsId])
    const answers: unknown[] = []
    for (const id of [bookingId, 'ubk_nobody'])
      for (const document of [
        BOOKING,
        'mutation ($id: String!) { noteBooking(id: $id, reason: "a note of a stranger") { rows } }',
        'mutation ($id: String!) { unmaskBooking(id: $id, reason: "a wish of a stranger") { rows } }',
      ].map((one) => one.replace('$id: ID!', '$id: ID!')))
        answers.push(
          (await stranger.answer(document, { id })).errors.map(({ message, extensions }: Json) => [
            message,
            extensions.code,
          ]),
        )
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([['There is no such booking.', 'NOT_FOUND']])]),
    )
    for (const text of [bookingId, NAMES.key, NAMES.reference, NAMES.request])
      expect(idsOf((await stranger.ask(MATCHES, { text }))['bookingMatches'])).not.toContain(bookingId)
    expect(idsOf((await stranger.ask(SEARCH, { text: 'Lovelace' }))['searchGuests'])).toEqual([theirsId])
  })

  it('tells no word of the supplier or of operators', async () => {
    await database.query(
      "UPDATE booking_attempts SET detail = 'secret words', supplier_error_code = 'E-7' WHERE booking_id = $1",
      [bookingId],
    )
    await operator.ask('mutation ($id: String!) { noteBooking(id: $id, reason: "among operators") { rows } }', {
      id: bookingId,
    })
    const { booking } = await partner.ask(BOOKING, { id: bookingId })
    expect(booking).toMatchObject({ connectionId: null, supplierReference: null })
    expect(booking.history.map(({ kind }: Json) => kind)).toContain('ATTEMPT')
    expect(JSON.stringify(booking.history)).not.toMatch(/secret words|E-7|among operators|LOOK/)
    expect(await partner.refusal('mutation { askSupplierBooking(id: "x") { kind } }')).toBe('FORBIDDEN')
  })
})
