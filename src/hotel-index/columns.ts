import type { ColumnBytes } from '../store/columns.ts'

/** The typed arrays that a column can be. */
type ColumnArray = Int32Array | Uint32Array | Uint16Array | Uint8Array
type ColumnType = { new (buffer: ArrayBuffer): ColumnArray }

/** Columns by name, each with the type of its array. */
type ColumnShape = Readonly<Record<string, ColumnType>>
export type Columns<Shape extends ColumnShape> = { readonly [Name in keyof Shape]: InstanceType<Shape[Name]> }

/** Columns of a shape as they are stored: the machine's own byte order, which is little-endian wherever Node runs. */
export function toBytes(columns: Readonly<Record<string, ColumnArray>>): ColumnBytes {
  return new Map(
    Object.entries(columns).map(([name, { buffer, byteOffset, byteLength }]) => [
      name,
      new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength), // made by us, never shared
    ]),
  )
}

/** The columns of a shape, without a copy; throws when one is missing. */
export function fromBytes<Shape extends ColumnShape>(shape: Shape, bytes: ColumnBytes): Columns<Shape> {
  const columns = Object.entries(shape).map(([name, Type]) => {
    const column = bytes.get(name)
    if (!column) throw new Error(`the column ${name} is missing`)
    return [name, new Type(column.buffer)]
  })
  return Object.fromEntries(columns) as Columns<Shape> // every name of the shape, with its type
}

/** A column whose length is not known before the end; `expected` is a guess at it. Grows by doubling. */
export function growingColumn<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(
  make: (length: number) => T,
  expected = 1_024,
): { readonly push: (value: number) => void; readonly finish: () => T } {
  let array = make(Math.max(16, expected))
  let length = 0
  return {
    push: (value) => {
      if (length === array.length) {
        const larger = make(length * 2)
        larger.set(array)
        array = larger
      }
      array[length] = value
      length += 1
    },
    finish: () => (length === array.length ? array : (array.slice(0, length) as T)), // of the same type
  }
}

/** The same for bytes that come in pieces. */
export function growingBytes() {
  let array = new Uint8Array(64 * 1_024)
  let length = 0
  return {
    append: (bytes: Uint8Array): number => {
      if (length + bytes.length > array.length) {
        const larger = new Uint8Array(Math.max(array.length * 2, length + bytes.length))
        larger.set(array.subarray(0, length))
        array = larger
      }
      array.set(bytes, length)
      length += bytes.length
      return length
    },
    finish: (): Uint8Array<ArrayBuffer> => array.subarray(0, length),
  }
}

/** What cannot be a column: names and numbers that columns refer to by index. */
export function packJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
}
export function unpackJson(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes) || 'null')
}
