import type { BookingGuest } from './supplier.ts'

/** A place for a child of a room, with who takes it; undefined when nobody of that age was told. */
type ChildPlace = { readonly age: number; readonly child: BookingGuest | undefined }

/** A room's children in the order of the ages that it was offered for. Each child takes one place: twins are two children. */
export function childrenByAge(inRoom: readonly BookingGuest[], childAges: readonly number[]): ChildPlace[] {
  const left = inRoom.filter(({ type }) => type === 'CHILD')
  return childAges.map((age) => {
    const at = left.findIndex((child) => child.age === age)
    return { age, child: at < 0 ? undefined : left.splice(at, 1)[0] }
  })
}
