import DataLoader from 'dataloader'
import type { HotelContent } from '../domain/contract/search.ts'
import type { Caller } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'

/** Batches the reads of one request. Loaders are created per request, so that no data crosses tenants. */
export type Loaders = { readonly hotel: DataLoader<string, HotelContent | null> }

export function createLoaders(gateway: Gateway, caller: Caller): Loaders {
  return new RequestLoaders(gateway, caller)
}

/** Each loader is created on first use. This is a class for the same reason as `RequestCaller`. */
class RequestLoaders implements Loaders {
  readonly #gateway: Gateway
  readonly #caller: Caller
  #hotel: Loaders['hotel'] | null = null

  constructor(gateway: Gateway, caller: Caller) {
    this.#gateway = gateway
    this.#caller = caller
  }

  get hotel(): Loaders['hotel'] {
    this.#hotel ??= new DataLoader((ids) => this.#gateway.getHotels(this.#caller, ids.map(Number)))
    return this.#hotel
  }
}
