import { gql } from '../../kit/graphql.ts'
import type { Page } from '../../kit/use-list.ts'

export type Deed = { readonly at: string; readonly by: string; readonly reason: string | null }

export type Linked = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly isFurther: boolean
}

export type Connection = {
  readonly id: string
  readonly supplierCode: string
  readonly environment: string
  readonly state: string
  readonly why: string
  readonly since: string | null
  readonly breaker: string | null
  readonly organizations: readonly Linked[]
  readonly credentialsSet: Deed | null
  readonly tested: Deed | null
  readonly lastCalls: readonly LastCall[]
}

export type LastCall = { readonly operation: string; readonly lastAt: string; readonly lastGoodAt: string | null }

export const CONNECTIONS = gql<
  { readonly supplierConnections: Page<Connection> },
  { readonly organizationId?: string | null; readonly supplierCode?: string | null; readonly after?: string | null }
>`
  query Connections($organizationId: String, $supplierCode: String, $after: String) {
    supplierConnections(organizationId: $organizationId, supplierCode: $supplierCode, after: $after) {
      items {
        id
        supplierCode
        environment
        state
        why
        since
        breaker
        organizations { id name enabled isFurther }
        credentialsSet { at by reason }
        tested { at by reason }
        lastCalls { operation lastAt lastGoodAt }
      }
      next
    }
  }
`

export type OperationCalls = {
  readonly operation: string
  readonly sent: number
  readonly ok: number
  readonly refused: number
  readonly failed: number
  readonly credentials: number
  readonly limited: number
  readonly notSent: number
  readonly averageMs: number | null
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly p99Ms: number | null
}

export type CallHour = {
  readonly hour: string
  readonly operation: string
  readonly outcome: string
  readonly kind: string
  readonly calls: number
}

export type Counted = { readonly name: string; readonly count: number }

export type ConnectionWhole = Connection & {
  readonly baseUrl: string | null
  readonly settings: unknown
  readonly createdAt: string
  readonly credentialNames: readonly string[] | null
  readonly testFound: readonly { readonly check: string; readonly result: string }[]
  readonly cases: readonly { readonly id: string; readonly kind: string; readonly openedAt: string }[]
  readonly operations: readonly OperationCalls[]
  readonly callHours: readonly CallHour[]
  readonly callsOfDays: readonly Counted[]
  readonly sold: {
    readonly bookings: readonly Counted[]
    readonly orders: readonly {
      readonly operation: string
      readonly outcome: string | null
      readonly code: string | null
      readonly count: number
    }[]
    readonly isMore: boolean
  }
  readonly mapping: { readonly countedAt: string; readonly states: readonly Counted[] } | null
  readonly comparison: {
    readonly dueAt: string
    readonly finishedAt: string | null
    readonly summary: unknown
  } | null
}

export const CONNECTION = gql<
  { readonly supplierConnection: ConnectionWhole },
  { readonly id: string; readonly hours: number; readonly operation: string | null }
>`
  query Connection($id: ID!, $hours: Int!, $operation: String) {
    supplierConnection(id: $id) {
      id
      supplierCode
      environment
      baseUrl
      settings
      createdAt
      state
      why
      since
      breaker
      organizations { id name enabled isFurther }
      cases { id kind openedAt }
      credentialNames
      credentialsSet { at by reason }
      tested { at by reason }
      testFound { check result }
      lastCalls { operation lastAt lastGoodAt }
      operations(hours: $hours) {
        operation
        sent
        ok
        refused
        failed
        credentials
        limited
        notSent
        averageMs
        p50Ms
        p95Ms
        p99Ms
      }
      callHours(hours: $hours, operation: $operation) { hour operation outcome kind calls }
      callsOfDays { name count }
      sold {
        bookings { name count }
        orders { operation outcome code count }
        isMore
      }
      mapping { countedAt states { name count } }
      comparison { dueAt finishedAt summary }
    }
  }
`

export type SupplierKind = {
  readonly code: string
  readonly name: string
  readonly credentials: readonly string[]
  readonly settings: readonly string[]
  readonly baseUrl: string
  readonly listsBookings: boolean
}

export const KINDS = gql<{ readonly supplierKinds: readonly SupplierKind[] }>`
  query SupplierKinds {
    supplierKinds { code name credentials settings baseUrl listsBookings }
  }
`

export type FieldFault = { readonly field: string | null; readonly fault: string }

export type Given = {
  readonly supplier: string
  readonly connection: string
  readonly credentials: string
  readonly settings: string | null
  readonly baseUrl: string | null
}

export const CHECK = gql<{ readonly checkSupplierConnection: readonly FieldFault[] }, Given>`
  mutation CheckConnection(
    $supplier: String!
    $connection: String!
    $credentials: String!
    $settings: String
    $baseUrl: String
  ) {
    checkSupplierConnection(
      supplier: $supplier
      connection: $connection
      credentials: $credentials
      settings: $settings
      baseUrl: $baseUrl
    ) { field fault }
  }
`

export const CONNECT = gql<
  { readonly connectSupplier: { readonly rows: unknown } },
  Given & {
    readonly organization: string
    readonly hotel: string | null
    readonly unchecked: boolean | null
    readonly replace: boolean | null
    readonly further: boolean | null
    readonly reason: string
  }
>`
  mutation Connect(
    $organization: String!
    $supplier: String!
    $connection: String!
    $credentials: String!
    $settings: String
    $baseUrl: String
    $hotel: String
    $unchecked: Boolean
    $replace: Boolean
    $further: Boolean
    $reason: String!
  ) {
    connectSupplier(
      organization: $organization
      supplier: $supplier
      connection: $connection
      credentials: $credentials
      settings: $settings
      baseUrl: $baseUrl
      hotel: $hotel
      unchecked: $unchecked
      replace: $replace
      further: $further
      reason: $reason
    ) { rows }
  }
`
