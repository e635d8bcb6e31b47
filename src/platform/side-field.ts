/**
 * A field beside an object that is not its owner's business: neither listed nor copied nor written with it, and gone with it.
 * What a `WeakMap` does, by a private field that is put on the object: reading it is reading a field, and a collection need not
 * go through a table (a page of twenty hotels asks for a hundred of them). Each field has a class of its own (`Parts` in
 * `operations/search/item-parts.ts`). One class made for all of them by a function would share the engine's memory of where the field is, and be slow.
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- what extends it has the fields
export class Beside {
  /** Answers its argument: the fields of a class that extends this one are put on that object. */
  protected constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: to answer another object is what this class is for.
    return object
  }
}

type SideField<Value> = {
  readonly get: (object: object) => Value | undefined
  readonly set: (object: object, value: Value) => void
}

/** The same where it is asked for a few times a request. */
export function createSideField<Value>(): SideField<Value> {
  class Field extends Beside {
    #value: Value
    constructor(object: object, value: Value) {
      super(object)
      this.#value = value
    }
    static get(object: object): Value | undefined {
      return #value in object ? object.#value : undefined
    }
    static set(object: object, value: Value): void {
      const field = #value in object ? object : new Field(object, value)
      field.#value = value
    }
  }
  return { get: (object) => Field.get(object), set: (object, value) => Field.set(object, value) }
}
