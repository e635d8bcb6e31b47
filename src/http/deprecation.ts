/** Dates in the form `YYYY-MM-DD`; `successor` is the path that replaces the route. */
export type Deprecation = { readonly since: string; readonly sunset: string; readonly successor?: string }

function unixSeconds(date: string): number {
  return Temporal.Instant.from(`${date}T00:00:00Z`).epochMilliseconds / 1_000
}

function httpDate(date: string): string {
  return new Date(unixSeconds(date) * 1_000).toUTCString()
}

function links({ successor }: Deprecation): string {
  const about = `</docs/versions>; rel="deprecation"; type="text/html"`
  return successor ? `<${successor}>; rel="successor-version", ${about}` : about
}

/**
 * The part of a route that the deprecation headers depend on. They state since when the route is deprecated (RFC 9745), until
 * when it works (RFC 8594), and its successor.
 */
type Deprecatable = { readonly deprecated?: Deprecation }

export function deprecationHeaders({ deprecated }: Deprecatable): Readonly<Record<string, string>> {
  return deprecated
    ? {
        deprecation: `@${unixSeconds(deprecated.since)}`,
        sunset: httpDate(deprecated.sunset),
        link: links(deprecated),
      }
    : {}
}
