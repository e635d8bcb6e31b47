import type { Action } from '../../kit/action.ts'
import { given, givenNumber, ownAction } from '../../portal/own-action.ts'
import { CAUSE_OWN_FAULT, CLEAR_OWN_FAULTS, MOVE_OWN_CLOCK, RESET_OWN_CLOCK } from './documents.ts'

const ROLES = ['partner_developer'] as const

const HOUR_S = 3_600
const SPANS = [
  [`${5 * 60}`, '5 minutes'],
  [`${HOUR_S}`, '1 hour'],
  [`${24 * HOUR_S}`, '1 day'],
  [`${7 * 24 * HOUR_S}`, '1 week'],
  [`${30 * 24 * HOUR_S}`, '30 days'],
  ['other', 'another span'],
] as const

export const MOVE_CLOCK: Action = ownAction({
  label: 'Move on',
  title: 'Move your clock on',
  roles: ROLES,
  fields: [
    { name: 'span', label: 'By', kind: 'choice', options: SPANS, byDefault: `${HOUR_S}`, isRequired: true },
    {
      name: 'seconds',
      label: 'Seconds',
      isRequired: true,
      isShown: ({ span }) => span === 'other',
      hint: '0 to 31622400',
    },
  ],
  says: 'Everything of your organization lives at the new time within a second: holds lapse, penalties begin, offers end. Nobody else’s clock moves.',
  document: MOVE_OWN_CLOCK,
  variablesOf: (values) => {
    const span = given(values, 'span')
    return { advanceSeconds: Number(span === 'other' ? given(values, 'seconds') : span) }
  },
  pick: ({ moveOwnClock: { clock } }) => clock,
})

export const RESET_CLOCK: Action = ownAction({
  label: 'Back to real time',
  roles: ROLES,
  says: 'Your clock shows real time again. What was booked in the future stays, with the times that it has.',
  document: RESET_OWN_CLOCK,
  variablesOf: () => ({}),
  pick: ({ resetOwnClock: { clock } }) => clock,
})

/** What each fault does, for whoever chooses one. */
const MEANS: Readonly<Record<string, string>> = {
  timeout: 'no answer; a booking has taken effect',
  reset: 'the connection is cut before; nothing has taken effect',
  '500': 'the supplier’s own error',
  '429': 'too many calls',
  '401': 'credentials refused',
  slow: 'the right answer, 3 s late',
  garbage: 'random bytes; a booking has taken effect',
  truncated: 'half of the answer; a booking has taken effect',
  cut_gzip: 'a broken gzip; a booking has taken effect',
  oversized: 'the answer and endless blanks; a booking has taken effect',
  repeated_fields: 'each field twice; a booking has taken effect',
  html: 'a page for people',
  over_quota: 'the calls of the day are used up',
}

type Offered = {
  readonly suppliers: readonly { readonly code: string; readonly name: string }[]
  readonly operations: readonly string[]
  readonly kinds: readonly string[]
}

export function causeFault({ suppliers, operations, kinds }: Offered): Action {
  return ownAction({
    label: 'Cause a fault',
    roles: ROLES,
    fields: [
      {
        name: 'supplierCode',
        label: 'Supplier',
        kind: 'choice',
        isRequired: true,
        options: suppliers.map(({ code, name }) => [code, name] as const),
        byDefault: suppliers[0]?.code ?? '',
      },
      {
        name: 'operation',
        label: 'In its next call for',
        kind: 'choice',
        isRequired: true,
        options: operations.filter((one) => one !== 'content').map((one) => [one, one.replaceAll('_', ' ')] as const),
        byDefault: 'search',
      },
      {
        name: 'fault',
        label: 'What happens',
        kind: 'choice',
        isRequired: true,
        options: kinds.map((kind) => [kind, MEANS[kind] === undefined ? kind : `${kind}: ${MEANS[kind]}`] as const),
        byDefault: '500',
      },
      { name: 'count', label: 'How many calls', byDefault: '1', hint: '1 to 1000' },
    ],
    says: 'The next calls that the gateway makes to the supplier for your organization fail so; nobody else’s do.',
    document: CAUSE_OWN_FAULT,
    variablesOf: (values) => ({
      supplierCode: given(values, 'supplierCode') ?? '',
      operation: given(values, 'operation') ?? '',
      fault: given(values, 'fault') ?? '',
      count: givenNumber(values, 'count'),
    }),
    pick: ({ causeOwnFault: { faults } }) => faults,
  })
}

export const CLEAR_FAULTS: Action = ownAction({
  label: 'Clear all',
  title: 'Take the faults back',
  roles: ROLES,
  says: 'No call fails any more because of what you have ordered.',
  document: CLEAR_OWN_FAULTS,
  variablesOf: () => ({}),
  pick: () => ({ cleared: true }),
})
