/**
 * Adds a private field to an object that another module owns: it is neither listed, nor copied, nor serialized with the object,
 * and is collected with it. A `WeakMap` does the same, but a private field is faster to read and costs the garbage collector no
 * table (a page of twenty hotels reads a hundred of them). Each field needs its own class (`Parts` in
 * `operations/search/item-parts.ts`): classes made by one function would share V8's inline caches, and be slow.
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- the fields are in its subclasses
export class Beside {
  /** Returns its argument: the fields of a subclass are then added to that object. */
  protected constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: returning a different object is the purpose of this class.
    return object
  }
}

type SideField<Value> = {
  readonly get: (object: object) => Value | undefined
  readonly set: (object: object, value: Value) => void
}

/** The same as a ready-made class, for fields that are read only a few times per request. */
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
