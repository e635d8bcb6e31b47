import { SUPPLIER_OPERATIONS } from '../../../suppliers/supplier-call.ts'

/** The moments around the awaits of an operation that changes something at a supplier, in their order. */
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
 * The points in the code at which tests can have the process killed. They are off unless the environment's KILL_POINT names one.
 * `exchange:…` is the moment when a supplier's answer has arrived but has not been processed.
 */
export type KillPoint =
  | `${KillOperation}:${KillMoment}`
  | 'cancel:after-record'
  /** The fence let a call through, and no byte of it has left yet. */
  | 'fence:passed'
  | `exchange:${string}`
  | 'relay:claimed'
  | 'relay:delivered'
  | 'relay:settled'
  | 'export:published'
  | 'export:advanced'

export const KILL_POINTS: readonly KillPoint[] = [
  ...KILL_OPERATIONS.flatMap((operation) => KILL_MOMENTS.map((moment) => `${operation}:${moment}` as const)),
  'cancel:after-record',
  'fence:passed',
  'relay:claimed',
  'relay:delivered',
  'relay:settled',
  'export:published',
  'export:advanced',
  ...SUPPLIER_OPERATIONS.map((operation) => `exchange:${operation}` as const),
]
