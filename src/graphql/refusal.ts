import { documentationUrl, type Problem } from '../domain/errors.ts'

/** The body of a request that is refused before anything of it is executed, in GraphQL's form. */
export function refusalBody({ code, message, retryable, details }: Problem, requestId: string): object {
  const extensions = { ...details, code, requestId, retryable, documentationUrl: documentationUrl(code) }
  return { errors: [{ message, extensions }] }
}
