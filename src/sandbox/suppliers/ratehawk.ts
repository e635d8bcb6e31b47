import type { SupplierOperation } from '../../suppliers/supplier-call.ts'
import { FAULTS_OF } from './content/content-faults.ts'
import type { SandboxDeps, SandboxReply, SandboxRequest, SandboxSupplier } from './exchange.ts'
import { parseJson } from './json-body.ts'
import { openForm, startBooking } from './ratehawk/book.ts'
import { dumpLink, openDump } from './ratehawk/content/dumps.ts'
import { hotelInfo, staticData } from './ratehawk/content/info.ts'
import { contractOf, type SandboxContract } from './ratehawk/contracts.ts'
import { RATEHAWK } from './ratehawk/hash.ts'
import { messageOf } from './ratehawk/notification.ts'
import { bookingStatus, cancelOrder, listOrders } from './ratehawk/orders.ts'
import { prebook } from './ratehawk/prebook.ts'
import { invalidParams, serverError, tooManyRequests, unauthorized } from './ratehawk/reply.ts'
import { searchHotels, showHotel } from './ratehawk/search.ts'
import { alterStored } from './stock/alter.ts'

type Endpoint = {
  readonly operation: SupplierOperation
  readonly answer: (deps: SandboxDeps, body: unknown, contract: SandboxContract) => Promise<SandboxReply> | SandboxReply
}

/**
 * Every endpoint is a POST. The status of a booking is the operation `find`, the list of orders is `retrieve`; faults are
 * injected by these names.
 */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/search/serp/hotels/': { operation: 'search', answer: searchHotels },
  '/search/hp/': { operation: 'rooms', answer: showHotel },
  '/hotel/prebook/': { operation: 'price_check', answer: prebook },
  '/hotel/order/booking/form/': { operation: 'book_form', answer: openForm },
  '/hotel/order/booking/finish/': { operation: 'book', answer: startBooking },
  '/hotel/order/booking/finish/status/': { operation: 'find', answer: bookingStatus },
  '/hotel/order/info/': { operation: 'retrieve', answer: listOrders },
  '/hotel/info/': { operation: 'describe_hotel', answer: hotelInfo },
  '/hotel/static/': { operation: 'content', answer: staticData },
  '/hotel/order/cancel/': { operation: 'cancel', answer: cancelOrder },
}

/** The calls for a link to a file. */
const DUMPS: Readonly<Record<string, Parameters<typeof dumpLink>[1]>> = {
  '/hotel/info/dump/': 'whole',
  '/hotel/info/incremental_dump/': 'increment',
  '/hotel/region/dump/': 'regions',
}

/** Emerging Travel Group's API v3 over the sandbox catalogue, after its documentation. */
export const ratehawkSandbox: SandboxSupplier = {
  code: RATEHAWK,
  open: (deps, request: SandboxRequest) => {
    const file = openDump(deps, request)
    if (file) return file
    const { method, path, headers, body } = request
    const endpoint = method === 'POST' ? ENDPOINTS[path] : undefined
    const dump = method === 'POST' ? DUMPS[path] : undefined
    const contract = contractOf(headers['authorization'])
    if (!contract) return unauthorized(deps)
    if (dump)
      return {
        operation: 'content',
        faults: FAULTS_OF.dump,
        answer: (fault) => dumpLink(deps, dump, { raw: parseJson(body), request, ...(fault ? { fault } : {}) }),
      }
    if (!endpoint) return invalidParams(deps, 'no such endpoint')
    return { operation: endpoint.operation, answer: () => endpoint.answer(deps, parseJson(body), contract) }
  },
  alter: alterStored,
  messageOf,
  faultReply: (deps, fault) => (fault === '500' ? serverError(deps) : tooManyRequests(deps)),
}
