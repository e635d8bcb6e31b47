import { Beside } from '../../platform/side-field.ts'

/**
 * Represents one reading of names. What is made of names refers to this symbol, so that it does not keep all the names of the reading
 * in memory.
 */
class Reading extends Beside {
  readonly #reading = Symbol('reading')
  private constructor(read: object) {
    super(read)
  }
  static of(read: object): symbol {
    return #reading in read ? read.#reading : new Reading(read).#reading
  }
}

export function readingOf(read: object): symbol {
  return Reading.of(read)
}
