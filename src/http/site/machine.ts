import { BOOKING_MACHINE, BOOKING_STATUSES, type BookingStatus, type BookingTrigger } from '../../domain/booking.ts'
import { isTerminal } from '../../domain/booking-status.ts'
import { type Html, html } from './html.ts'

const WIDTH = 960
const HEIGHT = 600
const BOX = { width: 196, height: 44 }

type Point = { readonly x: number; readonly y: number }

/** The middle of each state's box. */
const PLACES: Readonly<Record<BookingStatus, Point>> = {
  AWAITING_REVIEW: { x: 130, y: 130 },
  PROCESSING: { x: 480, y: 130 },
  FAILED: { x: 830, y: 130 },
  ON_HOLD: { x: 230, y: 340 },
  CONFIRMED: { x: 690, y: 340 },
  CANCELLATION_PENDING: { x: 460, y: 540 },
  CANCELLED: { x: 830, y: 540 },
}

/** What a trigger is called in the drawing. */
const WORDS: Readonly<Record<BookingTrigger, string>> = {
  REVIEW_APPROVED: 'approved',
  REVIEW_REJECTED: 'rejected',
  REVIEW_EXPIRED: 'not reviewed in time',
  SUPPLIER_CONFIRMED: 'supplier confirms',
  HOLD_ESTABLISHED: 'held',
  SUPPLIER_REFUSED: 'refused',
  FOUND_ABSENT: 'not at the supplier',
  HOLD_CONFIRMATION_SENT: 'you confirm',
  HOLD_CONFIRMATION_REFUSED: 'refused',
  HOLD_LAPSED: 'hold lapsed',
  CANCELLATION_SENT: 'you cancel',
  CANCELLATION_CONFIRMED: 'cancelled',
  CANCELLATION_NOT_EFFECTIVE: 'not cancelled',
  LATE_ACCEPTANCE: 'booked after all',
  LATE_CANCELLATION: 'cancelled after all',
  CANCELLED_BY_SUPPLIER: 'hotel cancels',
  CANCELLED_BY_OPERATOR: 'gone at the supplier',
}

type Arrow = { readonly from: BookingStatus; readonly to: BookingStatus; readonly label: string }

/** The arrows of the machine: one from a state to another, with everything that leads there. */
function arrows(): Arrow[] {
  const all = BOOKING_STATUSES.flatMap((from) =>
    Object.entries(BOOKING_MACHINE[from]).flatMap(([trigger, moves]) =>
      moves.flatMap(({ to }) =>
        (to === 'BEFORE_CANCEL' ? (['CONFIRMED', 'ON_HOLD'] as const) : [to]).map((target) => ({
          from,
          to: target,
          label: WORDS[trigger as BookingTrigger],
        })),
      ),
    ),
  )
  return [...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, label: [...new Set(same.map(({ label }) => label))].join(', ') }] : []
  })
}

/** How far the middle of an arrow is from the straight line, where lines would cross boxes or each other. */
const BENDS: Readonly<Record<string, number>> = {
  'AWAITING_REVIEW FAILED': -90,
  'PROCESSING FAILED': -14,
  'FAILED PROCESSING': -22,
  'PROCESSING ON_HOLD': 26,
  'ON_HOLD PROCESSING': 26,
  'ON_HOLD CANCELLED': 0,
  'CONFIRMED CANCELLATION_PENDING': 26,
  'CANCELLATION_PENDING CONFIRMED': 26,
  'ON_HOLD CANCELLATION_PENDING': 26,
  'CANCELLATION_PENDING ON_HOLD': 26,
}

/** Where on its arrow a label stands that would meet others in the middle. */
const LABELS_AT: Readonly<Record<string, number>> = { 'ON_HOLD CANCELLED': 0.83 }

/** One coordinate of a quadratic curve's point, from its three. */
function onCurve([from, control, to]: readonly [number, number, number], at: number): number {
  return (1 - at) ** 2 * from + 2 * (1 - at) * at * control + at ** 2 * to
}

/** The point on the border of a state's box on the line towards another point. */
function border(middle: Point, towards: Point): Point {
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y]
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : (BOX.width / 2 + 4) / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : (BOX.height / 2 + 4) / Math.abs(dy),
  )
  return { x: middle.x + dx * scale, y: middle.y + dy * scale }
}

function drawArrow({ from, to, label }: Arrow): Html {
  const [start, end] = [PLACES[from], PLACES[to]]
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length = Math.hypot(dx, dy)
  const bend = BENDS[`${from} ${to}`] ?? 0
  const control = {
    x: (start.x + end.x) / 2 - (dy / length) * bend * 2,
    y: (start.y + end.y) / 2 + (dx / length) * bend * 2,
  }
  const [a, b] = [border(start, control), border(end, control)]
  const at = LABELS_AT[`${from} ${to}`] ?? 0.5
  const middle = { x: onCurve([a.x, control.x, b.x], at), y: onCurve([a.y, control.y, b.y], at) }
  const path = [a, control, b].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
  const lines = label.split(', ')
  return html`<path d="M ${path[0] ?? ''} Q ${path[1] ?? ''} ${path[2] ?? ''}" marker-end="url(#head)"/>
<text class="label" text-anchor="middle">${lines.map((line, index) => html`<tspan x="${middle.x.toFixed(1)}" y="${(middle.y + (index - (lines.length - 1) / 2) * 15 + 4).toFixed(1)}">${line}</tspan>`)}</text>`
}

function drawState(status: BookingStatus): Html {
  const { x, y } = PLACES[status]
  return html`<g class="${isTerminal(status) ? 'state terminal' : 'state'}">
<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8"/>
<text x="${x}" y="${y + 5}" text-anchor="middle">${status}</text>
</g>`
}

/** The booking machine as a drawing, from the table that drives the code. */
export function drawMachine(): Html {
  return html`<figure class="machine" tabindex="0">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="machine-title">
<title id="machine-title">The states of a booking and what leads from one to the other</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M 0 0 L 8 4 L 0 8 z"/></marker></defs>
${arrows().map(drawArrow)}
${BOOKING_STATUSES.map(drawState)}
</svg>
<figcaption>States with a double border are final for polling. The table below says the same in words.</figcaption>
</figure>`
}

/** The moves as a table, for readers who cannot see the drawing. */
export function machineTable(): Html {
  return html`<div class="table" tabindex="0"><table><thead><tr><th>From</th><th>What happens</th><th>To</th></tr></thead><tbody>
${arrows().map(({ from, to, label }) => html`<tr><td><code>${from}</code></td><td>${label}</td><td><code>${to}</code></td></tr>`)}
</tbody></table></div>`
}
