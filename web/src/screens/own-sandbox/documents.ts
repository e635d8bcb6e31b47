import { gql } from '../../kit/graphql.ts'

export type WaitingFault = {
  readonly supplierCode: string
  readonly operation: string
  readonly fault: string
  readonly remaining: number
}

export type Scenario = {
  readonly slug: string
  readonly hotelId: number
  readonly supplierCode: string
  readonly currency: string
  readonly happens: string
}

export type OwnSandbox = {
  readonly clock: { readonly now: string; readonly offsetSeconds: number }
  readonly faults: readonly WaitingFault[]
  readonly scenarios: readonly Scenario[]
  readonly operations: readonly string[]
  readonly kinds: readonly string[]
}

export const OWN_SANDBOX = gql<{
  readonly ownSandbox: OwnSandbox
  readonly ownAccount: { readonly suppliers: readonly { readonly code: string; readonly name: string }[] }
}>`
  query OwnSandbox {
    ownSandbox {
      clock { now offsetSeconds }
      faults { supplierCode operation fault remaining }
      scenarios { slug hotelId supplierCode currency happens }
      operations
      kinds
    }
    ownAccount { suppliers { code name } }
  }
`

type Clocked = { readonly clock: { readonly now: string; readonly offsetSeconds: number } }

export const MOVE_OWN_CLOCK = gql<{ readonly moveOwnClock: Clocked }, { readonly advanceSeconds: number }>`
  mutation MoveOwnClock($advanceSeconds: Int!) {
    moveOwnClock(advanceSeconds: $advanceSeconds) { clock { now offsetSeconds } }
  }
`

export const RESET_OWN_CLOCK = gql<{ readonly resetOwnClock: Clocked }>`
  mutation ResetOwnClock {
    resetOwnClock { clock { now offsetSeconds } }
  }
`

type Faulted = { readonly faults: readonly WaitingFault[] }

export type FaultVariables = {
  readonly supplierCode: string
  readonly operation: string
  readonly fault: string
  readonly count: number | null
}

export const CAUSE_OWN_FAULT = gql<{ readonly causeOwnFault: Faulted }, FaultVariables>`
  mutation CauseOwnFault($supplierCode: String!, $operation: String!, $fault: String!, $count: Int) {
    causeOwnFault(supplierCode: $supplierCode, operation: $operation, fault: $fault, count: $count) {
      faults { supplierCode operation fault remaining }
    }
  }
`

export const CLEAR_OWN_FAULTS = gql<{ readonly clearOwnFaults: Faulted }>`
  mutation ClearOwnFaults {
    clearOwnFaults { faults { supplierCode } }
  }
`
