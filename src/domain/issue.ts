/** One fault of an input. `path` has the contract's names, e.g. `rooms[1].child_ages[0]`. All faults are reported together. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string }

export function issue(path: string, code: string, message: string): Issue {
  return { path, code, message }
}
