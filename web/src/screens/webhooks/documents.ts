import type { Bounded } from '../../kit/bounded.ts'
import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type Endpoint = {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly health: string
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly disabledRule: string | null
  readonly failingSince: string | null
  readonly pause: { readonly until: string; readonly by: string | null; readonly reason: string | null } | null
  readonly waiting: Bounded
  readonly dead: Bounded
  readonly oldestWaitingAt: string | null
  readonly lastDeliveredAt: string | null
}

export const ENDPOINTS = gql<
  { readonly webhookEndpoints: Page<Endpoint> },
  { readonly organizationId?: string | null; readonly health?: string | null; readonly after?: string | null }
>`
  query Endpoints($organizationId: String, $health: String, $after: String) {
    webhookEndpoints(organizationId: $organizationId, health: $health, after: $after) {
      items {
        id
        organizationId
        url
        health
        enabled
        disabledReason
        disabledRule
        failingSince
        pause { until by reason }
        waiting { count isMore }
        dead { count isMore }
        oldestWaitingAt
        lastDeliveredAt
      }
      next
    }
  }
`

export type EndpointWhole = Endpoint & {
  readonly environment: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly occasions: number
  readonly recovery: {
    readonly since: string | null
    readonly until: string | null
    readonly rescheduled: number
  } | null
  readonly maxConcurrency: number
  readonly maxPerSecond: number | null
  readonly createdAt: string
  readonly deliveries: readonly { readonly status: string; readonly count: number; readonly isMore: boolean }[]
}

export const ENDPOINT = gql<
  { readonly webhookEndpoint: EndpointWhole },
  { readonly id: string; readonly hours: number }
>`
  query Endpoint($id: ID!, $hours: Int!) {
    webhookEndpoint(id: $id) {
      id
      organizationId
      environment
      url
      description
      eventTypes
      health
      enabled
      disabledReason
      disabledRule
      failingSince
      occasions
      pause { until by reason }
      recovery { since until rescheduled }
      maxConcurrency
      maxPerSecond
      createdAt
      waiting { count isMore }
      dead { count isMore }
      oldestWaitingAt
      lastDeliveredAt
      deliveries(hours: $hours) { status count isMore }
    }
  }
`

export type Failure = {
  readonly cause: string
  readonly status: string
  readonly deliveries: number
  readonly organizations: number
  readonly firstAt: string
  readonly lastAt: string
  readonly endpoints: readonly { readonly id: string; readonly url: string; readonly deliveries: number }[]
  readonly exampleId: string
}

export const FAILURES = gql<
  { readonly webhookFailures: { readonly groups: readonly Failure[]; readonly isMore: boolean } },
  { readonly endpointId: string | null; readonly organizationId: string | null; readonly hours: number }
>`
  query Failures($endpointId: String, $organizationId: String, $hours: Int!) {
    webhookFailures(endpointId: $endpointId, organizationId: $organizationId, hours: $hours) {
      groups {
        cause
        status
        deliveries
        organizations
        firstAt
        lastAt
        endpoints { id url deliveries }
        exampleId
      }
      isMore
    }
  }
`

export type Attempt = {
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
  readonly hasAnswer: boolean
}

export type Delivery = {
  readonly id: string
  readonly endpointId: string
  readonly organizationId: string
  readonly eventType: string
  readonly bookingId: string | null
  readonly status: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly attempts: readonly Pick<Attempt, 'responseStatus' | 'error' | 'startedAt'>[]
}

export const DELIVERIES = gql<
  { readonly webhookDeliveries: Page<Delivery> },
  {
    readonly endpointId: string | null
    readonly status?: string | null
    readonly bookingId?: string | null
    readonly after?: string | null
  }
>`
  query Deliveries($endpointId: String, $status: String, $bookingId: String, $after: String) {
    webhookDeliveries(endpointId: $endpointId, status: $status, bookingId: $bookingId, after: $after) {
      items {
        id
        endpointId
        organizationId
        eventType
        bookingId
        status
        attemptCount
        nextAttemptAt
        createdAt
        attempts { responseStatus error startedAt }
      }
      next
    }
  }
`

export type DeliveryWhole = Omit<Delivery, 'attempts'> & {
  readonly eventId: string
  readonly attempts: readonly Attempt[]
  readonly sent: {
    readonly body: string
    readonly isMasked: boolean
    readonly bytes: number
    readonly headers: readonly { readonly name: string; readonly value: string }[]
  } | null
}

export const DELIVERY = gql<{ readonly webhookDelivery: DeliveryWhole }, { readonly id: string }>`
  query Delivery($id: ID!) {
    webhookDelivery(id: $id) {
      id
      endpointId
      organizationId
      eventId
      eventType
      bookingId
      status
      attemptCount
      nextAttemptAt
      createdAt
      attempts {
        attempt
        trigger
        startedAt
        durationMs
        dnsMs
        connectMs
        tlsMs
        firstByteMs
        responseStatus
        error
        hasAnswer
      }
      sent {
        body
        isMasked
        bytes
        headers { name value }
      }
    }
  }
`

export const REVEAL = gql<
  { readonly revealWebhook: { readonly body: string | null; readonly answers: unknown } },
  { readonly id: string; readonly reason: string }
>`
  mutation Reveal($id: ID!, $reason: String!) {
    revealWebhook(id: $id, reason: $reason) { body answers }
  }
`
