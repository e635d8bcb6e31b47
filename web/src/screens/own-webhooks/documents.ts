import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type OwnEndpoint = {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly publicKey: string | null
  readonly maxConcurrency: number
  readonly maxPerSecond: number | null
  readonly createdAt: string
}

const ENDPOINT = `id url description eventTypes enabled disabledReason publicKey maxConcurrency maxPerSecond createdAt`

export const OWN_ENDPOINTS = gql<{ readonly ownEndpoints: readonly OwnEndpoint[] }>`
  query OwnEndpoints {
    ownEndpoints { ${ENDPOINT} }
  }
`

export type OwnAttempt = {
  readonly attempt: number
  readonly trigger: string
  readonly startedAt: string
  readonly durationMs: number
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly responseStatus: number | null
  readonly error: string | null
  readonly responseBodyExcerpt: string | null
}

export type DeliveryRow = {
  readonly id: string
  readonly endpointId: string
  readonly eventType: string
  readonly bookingId: string | null
  readonly status: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
}

export type OwnDelivery = DeliveryRow & {
  readonly eventId: string
  readonly payload: string | null
  readonly attempts: readonly OwnAttempt[]
}

const ROW = `id endpointId eventType bookingId status attemptCount nextAttemptAt createdAt`

export type DeliveryFilters = {
  readonly endpointId?: string | null
  readonly bookingId?: string | null
  readonly status?: string | null
  readonly after?: string | null
}

export const OWN_DELIVERIES = gql<{ readonly ownDeliveries: Page<DeliveryRow> }, DeliveryFilters>`
  query OwnDeliveries($endpointId: ID, $bookingId: ID, $status: String, $after: String) {
    ownDeliveries(endpointId: $endpointId, bookingId: $bookingId, status: $status, after: $after) {
      items { ${ROW} }
      next
    }
  }
`

export const OWN_DELIVERY = gql<{ readonly ownDelivery: OwnDelivery }, { readonly id: string }>`
  query OwnDelivery($id: ID!) {
    ownDelivery(id: $id) {
      ${ROW} eventId payload
      attempts {
        attempt trigger startedAt durationMs dnsMs connectMs tlsMs firstByteMs responseStatus error responseBodyExcerpt
      }
    }
  }
`

export type EndpointWithSecret = {
  readonly endpoint: { readonly id: string; readonly url: string }
  readonly signingSecret: string | null
}

export type MakeVariables = {
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[] | null
}

export const MAKE_OWN_ENDPOINT = gql<{ readonly makeOwnEndpoint: EndpointWithSecret }, MakeVariables>`
  mutation MakeOwnEndpoint($url: String!, $description: String, $eventTypes: [String!]) {
    makeOwnEndpoint(url: $url, description: $description, eventTypes: $eventTypes) {
      endpoint { id url }
      signingSecret
    }
  }
`

export type ChangeVariables = {
  readonly endpointId: string
  readonly url?: string | null
  readonly description?: string | null
  readonly eventTypes?: readonly string[] | null
  readonly enabled?: boolean
}

export const CHANGE_OWN_ENDPOINT = gql<{ readonly changeOwnEndpoint: { readonly id: string } }, ChangeVariables>`
  mutation ChangeOwnEndpoint(
    $endpointId: ID!
    $url: String
    $description: String
    $eventTypes: [String!]
    $enabled: Boolean
  ) {
    changeOwnEndpoint(
      endpointId: $endpointId
      url: $url
      description: $description
      eventTypes: $eventTypes
      enabled: $enabled
    ) {
      id url eventTypes enabled
    }
  }
`

export type OfEndpoint = { readonly endpointId: string }

export const DELETE_OWN_ENDPOINT = gql<{ readonly deleteOwnEndpoint: string }, OfEndpoint>`
  mutation DeleteOwnEndpoint($endpointId: ID!) {
    deleteOwnEndpoint(endpointId: $endpointId)
  }
`

export const ROTATE_OWN_SECRET = gql<
  { readonly rotateOwnSecret: EndpointWithSecret },
  OfEndpoint & { readonly gracePeriodSeconds: number | null }
>`
  mutation RotateOwnSecret($endpointId: ID!, $gracePeriodSeconds: Int) {
    rotateOwnSecret(endpointId: $endpointId, gracePeriodSeconds: $gracePeriodSeconds) {
      endpoint { id url }
      signingSecret
    }
  }
`

export const TEST_OWN_ENDPOINT = gql<{ readonly testOwnEndpoint: { readonly id: string } }, OfEndpoint>`
  mutation TestOwnEndpoint($endpointId: ID!) {
    testOwnEndpoint(endpointId: $endpointId) { id }
  }
`

export const RECOVER_OWN_ENDPOINT = gql<
  { readonly recoverOwnEndpoint: { readonly id: string; readonly recovered: number } },
  OfEndpoint & { readonly since: string; readonly until: string | null }
>`
  mutation RecoverOwnEndpoint($endpointId: ID!, $since: String!, $until: String) {
    recoverOwnEndpoint(endpointId: $endpointId, since: $since, until: $until) { id recovered }
  }
`

export const RESEND_OWN_DELIVERY = gql<
  { readonly resendOwnDelivery: { readonly id: string; readonly status: string } },
  { readonly deliveryId: string }
>`
  mutation ResendOwnDelivery($deliveryId: ID!) {
    resendOwnDelivery(deliveryId: $deliveryId) { id status }
  }
`
