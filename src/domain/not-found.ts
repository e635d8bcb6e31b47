import { ERRORS, type ErrorCode, type Problem, problem } from './errors.ts'
import { fieldOfId, fieldOfKind, type IdKind } from './ids.ts'

/** Nothing has this id. An id of another kind, which its prefix shows, is told as what it is. */
export function notFound(code: ErrorCode, kind: IdKind, id: string): Problem {
  const [given, wanted] = [fieldOfId(id), fieldOfKind(kind)]
  if (given === null || given === wanted) return problem(code)
  return problem(code, `${ERRORS[code].title}: it is of the kind ${given}, and a ${wanted} is needed`)
}
