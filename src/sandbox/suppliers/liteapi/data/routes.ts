import { FAULTS_OF } from '../../content/content-faults.ts'
import type { SandboxRoute } from '../../routes.ts'
import { listHotels, showHotel, showTable } from './hotels.ts'

/** Static data. */
export const DATA_ROUTES: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: /^\/data\/hotels$/,
    open: (deps, { query }) => ({
      operation: 'content',
      faults: FAULTS_OF.page,
      answer: (fault) => listHotels(deps, query, fault),
    }),
  },
  {
    method: 'GET',
    path: /^\/data\/hotel$/,
    open: (deps, { query }) => ({ operation: 'content', answer: () => showHotel(deps, query) }),
  },
  {
    method: 'GET',
    path: /^\/data\/([A-Za-z]+)$/,
    open: (_deps, { query }, [name = '']) => ({ operation: 'content', answer: () => showTable(name, query) }),
  },
]
