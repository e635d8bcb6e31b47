import { useParams } from '@tanstack/react-router'
import { NothingYet } from '../../kit/empty.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { ServerError } from '../../kit/graphql.ts'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { useGo } from '../../kit/use-go.ts'
import { useRead } from '../../kit/use-read.ts'
import { SURFACE } from '../../surface.ts'
import { TrafficLink } from '../traffic/traffic-link.tsx'
import { REQUEST } from './documents.ts'
import { Tree } from './tree.tsx'

/** What happened under a request's id. */
export function RequestsScreen() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const go = useGo()
  return (
    <>
      <ScreenHead title="Requests" answers="A request id: what happened, at which supplier, and who was told?" />
      <FilterBar>
        <FilterText
          label="Request id"
          value={id}
          placeholder={SURFACE === 'portal' ? 'req_… or your own' : 'req_… or the partner’s own'}
          width={360}
          isMain
          onChange={(asked) => go(asked === '' ? '/requests' : `/requests/${encodeURIComponent(asked.trim())}`)}
        />
      </FilterBar>
      {id === '' ? (
        <NothingYet title="Which request?">
          Every answer of the gateway has its id in the header <span className="mono">x-request-id</span>, and every
          error in its body.
        </NothingYet>
      ) : (
        <Traced id={id} />
      )}
    </>
  )
}

function Traced({ id }: { readonly id: string }) {
  const read = useRead(REQUEST, { id }, { isLive: true })
  if (read.error instanceof ServerError && read.error.code === 'NOT_FOUND')
    return (
      <NothingYet title="Nothing is known under this id">
        It changed nothing (searches and look-ups leave no trace here), it is older than events are kept, or it is no
        request of this gateway. {SURFACE === 'portal' ? 'An id of your own' : 'A partner’s own id'} is looked for among
        supplier calls, and their bookings’ events.
        <div>
          <TrafficLink requestId={id} />
        </div>
      </NothingYet>
    )
  return (
    <Part what="The request" read={read}>
      {({ request }) => <Tree request={request} />}
    </Part>
  )
}
