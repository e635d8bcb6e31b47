/** All that a typed GraphQL client needs: a document knows its variables and its answer, `fetch` does the rest. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'

export type Client = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

type Answer<Data> = {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/** Throws for `errors[]`: no key, no right, too many requests, or our own bug. What may go wrong is in the data, as a Problem. */
export function createClient(url: string, key: string): Client {
  return async <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(document), variables }),
    })
    const { data, errors } = (await answer.json()) as Answer<Data>
    const [error] = errors ?? []
    if (error || !data) throw new Error(`${answer.status} ${error?.extensions?.code ?? ''} ${error?.message ?? ''}`)
    return data
  }
}
