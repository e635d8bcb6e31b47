import { SUPPLIER_OPERATIONS } from '../../../suppliers/supplier-call.ts'

/** The moments around the awaits of an operation that changes something at a supplier, in order. */
export const KILL_MOMENTS = [
  'before-commit',
  'in-transaction',
  'after-commit',
  'before-supplier',
  'after-supplier',
  'in-settlement',
  'after-settlement',
] as const
export type KillMoment = (typeof KILL_MOMENTS)[number]

const KILL_OPERATIONS = ['create', 'confirm-hold', 'cancel'] as const
export type KillOperation = (typeof KILL_OPERATIONS)[number]

/**
 * Where a test may have the process killed: named points in the code, off unless the environment's KILL_POINT names one.
 * `exchange:…`: an answer of the supplier has arrived, and nobody has looked at it yet.
 */
export type KillPoint =
  | `${KillOperation}:${KillMoment}`
  | 'cancel:after-record'
  | `exchange:${string}`
  | 'relay:claimed'
  | 'relay:delivered'
  | 'relay:settled'

export const KILL_POINTS: readonly KillPoint[] = [
  ...KILL_OPERATIONS.flatMap((operation) => KILL_MOMENTS.map((moment) => `${operation}:${moment}` as const)),
  'cancel:after-record',
  'relay:claimed',
  'relay:delivered',
  'relay:settled',
  ...SUPPLIER_OPERATIONS.map((operation) => `exchange:${operation}` as const),
]
