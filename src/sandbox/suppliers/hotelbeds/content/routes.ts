import { FAULTS_OF } from '../../content/content-faults.ts'
import type { SandboxRoute } from '../../routes.ts'
import { hotelDetails, listHotels } from './hotels.ts'
import { rateCommentDetails, showTable } from './tables.ts'

/** The Content API, whose base path is beside that of the Booking API. */
export const CONTENT_ROUTES: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: /^\/hotel-content-api\/1\.0\/hotels$/,
    open: (deps, request) => ({
      operation: 'content',
      faults: FAULTS_OF.page,
      answer: (fault) => listHotels(deps, request, fault),
    }),
  },
  {
    method: 'GET',
    path: /^\/hotel-content-api\/1\.0\/hotels\/([^/]+)\/details$/,
    open: (deps, request, [code = '']) => ({
      operation: 'describe_hotel',
      answer: () => hotelDetails(deps, code, request),
    }),
  },
  {
    method: 'GET',
    path: /^\/hotel-content-api\/1\.0\/types\/ratecommentdetails$/,
    open: (deps, request) => ({ operation: 'content', answer: () => rateCommentDetails(deps, request) }),
  },
  {
    method: 'GET',
    path: /^\/hotel-content-api\/1\.0\/(?:locations|types)\/([a-z]+)$/,
    open: (deps, request, [name = '']) => ({ operation: 'content', answer: () => showTable(deps, name, request) }),
  },
]
