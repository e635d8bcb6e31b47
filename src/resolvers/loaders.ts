import DataLoader from 'dataloader'
import type { HotelContent } from '../domain/contract/search.ts'
import type { Caller } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'

/** What one request gathers into few reads. Made anew for each, so that nothing crosses tenants. */
export type Loaders = { readonly hotel: DataLoader<string, HotelContent | null> }

export const createLoaders = (gateway: Gateway, caller: Caller): Loaders => ({
  hotel: new DataLoader((ids) => gateway.getHotels(caller, ids.map(Number))),
})
