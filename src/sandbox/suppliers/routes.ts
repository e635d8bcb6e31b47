import type { SandboxCall, SandboxDeps, SandboxRequest } from './exchange.ts'

/** A request that a sandbox supplier knows. */
export type SandboxRoute = {
  readonly method: string
  readonly path: RegExp
  /** `parts`: what the path's groups matched, decoded. */
  readonly open: (deps: SandboxDeps, request: SandboxRequest, parts: readonly string[]) => SandboxCall
}

/** The call that a request asks for; null when the supplier knows no such path. */
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
