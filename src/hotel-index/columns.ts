import type { ColumnBytes } from '../store/columns.ts'

/** The typed arrays that a column may use. */
type ColumnArray = Int32Array | Uint32Array | Uint16Array | Uint8Array
type ColumnType = { new (buffer: ArrayBufferLike): ColumnArray; readonly prototype: ColumnArray }

/** The columns by name, each with its array type. */
type ColumnShape = Readonly<Record<string, ColumnType>>
export type Columns<Shape extends ColumnShape> = { readonly [Name in keyof Shape]: Shape[Name]['prototype'] }

/** The bytes of columns as they are stored, in the machine's byte order, which is little-endian on all platforms of Node. */
export function toBytes(columns: Readonly<Record<string, ColumnArray>>): ColumnBytes {
  return new Map(
    Object.entries(columns).map(([name, { buffer, byteOffset, byteLength }]) => [
      name,
      new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength), // made by us, never shared
    ]),
  )
}

/** The columns of a shape, as views on the bytes without a copy. Throws when one is missing. */
export function fromBytes<Shape extends ColumnShape>(
  shape: Shape,
  bytes: ReadonlyMap<string, Uint8Array>,
): Columns<Shape> {
  const columns = Object.entries(shape).map(([name, Type]) => {
    const column = bytes.get(name)
    if (!column) throw new Error(`the column ${name} is missing`)
    return [name, new Type(column.buffer)]
  })
  return Object.fromEntries(columns) as Columns<Shape> // It contains every name of the shape with its type.
}

/** A column whose final length is unknown; `expected` is an estimate. It grows by doubling. */
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

/** The same for bytes that arrive in pieces. */
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

/** Packs data that cannot be a column: names and numbers that columns refer to by index. */
export function packJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))
}
export function unpackJson(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes) || 'null')
}

const utf8 = new TextDecoder()

/** The text at an index of a column of UTF-8, in which the text at `i` ends before `ends[i]`. */
export function textAt(bytes: Uint8Array, ends: Uint32Array, index: number): string {
  return utf8.decode(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]))
}
