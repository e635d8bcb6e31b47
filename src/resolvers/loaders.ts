import DataLoader from 'dataloader'
import type { HotelView } from '../domain/contract/hotel.ts'
import type { HotelContent } from '../domain/contract/search.ts'
import type { Caller } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'

/** Batches the reads of one request. Loaders are created per request, so that no data crosses tenants. */
export type Loaders = {
  /** What lists show of a hotel. */
  readonly hotel: DataLoader<string, HotelContent | null>
  /** With what pages show, which is long. */
  readonly hotelPage: DataLoader<string, HotelView | null>
}

export function createLoaders(gateway: Gateway, caller: Caller): Loaders {
  return new RequestLoaders(gateway, caller)
}

/** Each loader is created on first use. This is a class for the same reason as `RequestCaller`. */
class RequestLoaders implements Loaders {
  readonly #gateway: Gateway
  readonly #caller: Caller
  #hotel: Loaders['hotel'] | null = null
  #hotelPage: Loaders['hotelPage'] | null = null

  constructor(gateway: Gateway, caller: Caller) {
    this.#gateway = gateway
    this.#caller = caller
  }

  get hotel(): Loaders['hotel'] {
    this.#hotel ??= new DataLoader((ids) => this.#gateway.getHotels(this.#caller, ids.map(Number)))
    return this.#hotel
  }

  get hotelPage(): Loaders['hotelPage'] {
    this.#hotelPage ??= new DataLoader((ids) => this.#gateway.getHotelPages(this.#caller, ids.map(Number)))
    return this.#hotelPage
  }
}
