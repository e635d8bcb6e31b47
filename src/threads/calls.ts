type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly argument: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }

/** What the other thread may call here, by name. Values are copied between threads, but for memory that they share. */
type Handlers = Readonly<Record<string, (argument: never) => unknown>>

export type Calls = {
  /** Rejects when the other thread fails at it, or ends before it has answered. */
  readonly call: (name: string, argument?: unknown) => Promise<unknown>
  /** Called when the other thread has ended: nothing that waits for it will be answered. */
  readonly end: () => void
}

/** A thread as its starter sees it, or the thread's own `parentPort`. */
type Port = {
  readonly postMessage: (message: Message) => void
  readonly on: (event: 'message', heard: (message: Message) => void) => unknown
}

/** Calls between two threads, in both directions over one port. */
export function createCalls(port: Port, handlers: Handlers): Calls {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  async function answer({ id, name, argument }: Message & { readonly kind: 'call' }): Promise<void> {
    try {
      const handler = handlers[name]
      if (!handler) throw new Error(`no call ${name} is taken here`)
      // Both sides are of one version of this program: each passes what the other's handler takes.
      post({ kind: 'answer', id, value: await handler(argument as never) })
    } catch (error) {
      post({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  function post(message: Message): void {
    port.postMessage(message)
  }

  port.on('message', (message: Message) => {
    if (message.kind === 'call') return void answer(message)
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') waiter?.resolve(message.value)
    else waiter?.reject(new Error(message.message))
  })

  return {
    call: (name, argument) => {
      lastId += 1
      const waiter = Promise.withResolvers<unknown>()
      waiting.set(lastId, waiter)
      post({ kind: 'call', id: lastId, name, argument })
      return waiter.promise
    },
    end: () => {
      for (const waiter of waiting.values()) waiter.reject(new Error('the other thread has ended'))
      waiting.clear()
    },
  }
}
