/** One fault of an input. `path` is in the contract's names, e.g. `rooms[1].child_ages[0]`; all faults are told at once. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string }

export function issue(path: string, code: string, message: string): Issue {
  return { path, code, message }
}
