import { BOOKING_MACHINE, BOOKING_STATUSES, type BookingStatus } from '../../src/domain/booking.ts'
import { isTerminal } from '../../src/domain/booking-status.ts'

type Edge = { readonly from: BookingStatus; readonly trigger: string; readonly to: string; readonly when: string }

function edges(): Edge[] {
  return BOOKING_STATUSES.flatMap((from) =>
    Object.entries(BOOKING_MACHINE[from]).flatMap(([trigger, moves]) =>
      moves.map(({ to, during, begins }) => ({
        from,
        trigger,
        to: to === 'BEFORE_CANCEL' ? 'what it was before' : to,
        when: [during ? `while ${during} is pending` : '', begins ? `begins ${begins}` : ''].filter(Boolean).join(', '),
      })),
    ),
  )
}

/** In a diagram "back to what it was" is two arrows. */
function arrows({ from, trigger, to }: Edge): string[] {
  return (to === 'what it was before' ? ['CONFIRMED', 'ON_HOLD'] : [to]).map((target) => `  ${from} --> ${target}: ${trigger}`)
}

/** docs/booking-machine.md: the table that drives the code, drawn. */
export function machineDoc(): string {
  return [
    '# The booking machine',
    '',
    'Made from `src/domain/booking.ts` by `npm run generate`. What is not here is refused.',
    'Every move writes exactly one event in its own transaction; webhooks carry it.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> PROCESSING: INSTANT, or a hold with 48 h or more',
    '  [*] --> AWAITING_REVIEW: a hold with less than 48 h',
    ...edges().flatMap(arrows),
    ...BOOKING_STATUSES.filter((status) => isTerminal(status)).map((status) => `  ${status} --> [*]`),
    '```',
    '',
    'CONFIRMED is terminal for polling; a client’s cancel re-opens it.',
    '',
    '| from | trigger | to | when |',
    '|---|---|---|---|',
    ...edges().map(({ from, trigger, to, when }) => `| ${from} | ${trigger} | ${to} | ${when} |`),
    '',
  ].join('\n')
}
