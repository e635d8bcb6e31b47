import type { Action, ActionField } from '../../kit/action.ts'
import { given, givenNumber, givenWords, ownAction } from '../../portal/own-action.ts'
import { ShownOnce } from '../../portal/shown-once.tsx'
import {
  CHANGE_OWN_ENDPOINT,
  DELETE_OWN_ENDPOINT,
  type EndpointWithSecret,
  MAKE_OWN_ENDPOINT,
  type OwnEndpoint,
  RECOVER_OWN_ENDPOINT,
  ROTATE_OWN_SECRET,
  TEST_OWN_ENDPOINT,
} from './documents.ts'

const ROLES = ['partner_developer'] as const

function fieldsOf(endpoint?: OwnEndpoint): readonly ActionField[] {
  return [
    {
      name: 'url',
      label: 'Address',
      isRequired: true,
      byDefault: endpoint?.url ?? '',
      hint: 'Where events are posted, as in https://example.com/hooks',
    },
    {
      name: 'eventTypes',
      label: 'Events',
      byDefault: endpoint?.eventTypes.join(', ') ?? 'booking.*',
      hint: 'Divided by commas: booking.*, booking.confirmed, webhook_endpoint.*, *',
    },
    { name: 'description', label: 'What it is for', byDefault: endpoint?.description ?? '' },
  ]
}

export const NEW_ENDPOINT: Action = ownAction({
  label: 'New endpoint',
  title: 'Make a webhook endpoint',
  roles: ROLES,
  fields: fieldsOf(),
  says: 'Every event that fits is posted to the address, signed with a secret that is told once, in the next step.',
  document: MAKE_OWN_ENDPOINT,
  variablesOf: (values) => ({
    url: given(values, 'url') ?? '',
    eventTypes: givenWords(values, 'eventTypes'),
    description: given(values, 'description'),
  }),
  pick: ({ makeOwnEndpoint }) => makeOwnEndpoint,
  done: (rows) => <Secret of={rows as EndpointWithSecret} />,
})

function Secret({ of: { signingSecret } }: { readonly of: EndpointWithSecret }) {
  return (
    <ShownOnce what="the signing secret" value={signingSecret ?? ''}>
      Your receiver checks each event with it. Send a test event next.
    </ShownOnce>
  )
}

export function testEndpoint({ id, url }: OwnEndpoint): Action {
  return ownAction({
    label: 'Test',
    title: 'Send a test event',
    roles: ROLES,
    says: `Posts a webhook.test event to ${url}, whatever it subscribes to, and opens the delivery.`,
    document: TEST_OWN_ENDPOINT,
    variablesOf: () => ({ endpointId: id }),
    pick: ({ testOwnEndpoint }) => testOwnEndpoint,
  })
}

export function changeEndpoint(endpoint: OwnEndpoint): Action {
  return ownAction({
    label: 'Change',
    title: 'Change the endpoint',
    roles: ROLES,
    fields: fieldsOf(endpoint),
    says: 'What waits for the endpoint is sent to the new address as well.',
    document: CHANGE_OWN_ENDPOINT,
    variablesOf: (values) => ({
      endpointId: endpoint.id,
      url: given(values, 'url'),
      eventTypes: givenWords(values, 'eventTypes'),
      description: given(values, 'description'),
    }),
    pick: ({ changeOwnEndpoint }) => changeOwnEndpoint,
  })
}

export function switchEndpoint({ id, enabled }: OwnEndpoint): Action {
  return ownAction({
    label: enabled ? 'Disable' : 'Enable',
    roles: ROLES,
    isDangerous: enabled,
    says: enabled
      ? 'Nothing is sent to the endpoint until it is enabled again. What happens meanwhile is kept as skipped, and can be recovered.'
      : 'Events are sent again from now on. What was skipped meanwhile is sent by Recover.',
    document: CHANGE_OWN_ENDPOINT,
    variablesOf: () => ({ endpointId: id, enabled: !enabled }),
    pick: ({ changeOwnEndpoint }) => changeOwnEndpoint,
  })
}

export function rollSecret({ id }: OwnEndpoint): Action {
  return ownAction({
    label: 'Roll secret',
    title: 'Roll the signing secret',
    roles: ROLES,
    fields: [
      {
        name: 'grace',
        label: 'How long the old secret signs as well',
        kind: 'choice',
        isRequired: true,
        byDefault: '86400',
        options: [
          ['0', 'not at all: it is known to somebody else'],
          ['3600', 'one hour'],
          ['86400', 'one day'],
          ['604800', 'one week'],
        ],
      },
    ],
    says: 'Makes a new secret, which is told once. Until the old one ends each event carries both signatures.',
    document: ROTATE_OWN_SECRET,
    variablesOf: (values) => ({ endpointId: id, gracePeriodSeconds: givenNumber(values, 'grace') }),
    pick: ({ rotateOwnSecret }) => rotateOwnSecret,
    done: (rows) => <Secret of={rows as EndpointWithSecret} />,
  })
}

export function recoverEndpoint({ id }: OwnEndpoint): Action {
  return ownAction({
    label: 'Recover',
    title: 'Send what failed again',
    roles: ROLES,
    fields: [
      { name: 'since', label: 'Since', kind: 'instant', isRequired: true },
      { name: 'until', label: 'Until', kind: 'instant', hint: 'Now, where it is left empty.' },
    ],
    says: 'Sends every failed and every skipped delivery of the period again, each under its own id.',
    document: RECOVER_OWN_ENDPOINT,
    variablesOf: (values) => ({
      endpointId: id,
      since: given(values, 'since') ?? '',
      until: given(values, 'until'),
    }),
    pick: ({ recoverOwnEndpoint }) => recoverOwnEndpoint,
  })
}

export function deleteEndpoint({ id, url }: OwnEndpoint): Action {
  return ownAction({
    label: 'Delete',
    title: 'Delete the endpoint',
    roles: ROLES,
    isDangerous: true,
    says: `Nothing is sent to ${url} any more, and what waits for it is discarded. It cannot be brought back.`,
    document: DELETE_OWN_ENDPOINT,
    variablesOf: () => ({ endpointId: id }),
    pick: ({ deleteOwnEndpoint }) => ({ id: deleteOwnEndpoint, deleted: true }),
  })
}
