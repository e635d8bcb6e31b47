import type { SandboxCall, SandboxDeps, SandboxRequest } from './exchange.ts'

/** A route that a sandbox supplier supports. */
export type SandboxRoute = {
  readonly method: string
  readonly path: RegExp
  /** `parts` are the decoded groups that the path pattern matched. */
  readonly open: (deps: SandboxDeps, request: SandboxRequest, parts: readonly string[]) => SandboxCall
}

/** Finds the call for a request; null when the supplier has no such path. */
export function findRoute(
  routes: readonly SandboxRoute[],
  deps: SandboxDeps,
  request: SandboxRequest,
): SandboxCall | null {
  for (const { method, path, open } of routes) {
    const parts = method === request.method ? path.exec(request.path) : null
    if (parts) return open(deps, request, parts.slice(1).map(decodeURIComponent))
  }
  return null
}
