import { call } from './call.ts'
import type { CallOptions, Connection } from './connection.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Operations } from './generated/types.ts'
import type { OperationName } from './operation.ts'
import type { Input as AnyInput } from './request.ts'

/** The input of an operation: path, query and body in one object. */
export type InputOf<Name extends keyof Operations> = Operations[Name]['input']
/** What the method of an operation resolves with. */
export type AnswerOf<Name extends keyof Operations> = Operations[Name]['data']

/** An input of which nothing is required may be left out. */
type Method<Input, Answer> = {} extends Input
  ? (input?: Input, options?: CallOptions) => Promise<Answer>
  : (input: Input, options?: CallOptions) => Promise<Answer>

/** A method for each operation but the stream, which is `streamRooms`. */
export type OperationMethods = {
  readonly [Name in keyof Operations]: Method<InputOf<Name>, AnswerOf<Name>>
}

/** Made from the table of operations: forty methods would be the larger part of the package. */
class Methods {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  static {
    for (const name of Object.keys(OPERATIONS) as OperationName[]) {
      if (OPERATIONS[name].answer === 'STREAM') continue
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value(this: Methods, input?: AnyInput, options?: CallOptions) {
          return call(this.#connection, name, { input, options })
        },
      })
    }
  }
}

// The loop above makes what the type lists.
export const OperationsBase = Methods as unknown as new (connection: Connection) => OperationMethods
