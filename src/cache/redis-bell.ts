import type { Redis } from 'ioredis'
import type { RedisLink } from './redis-link.ts'

/** Wakes those in this process who follow a stream; the channel has the name of the stream's key. */
export type Bell = {
  /** Returns a function that stops following. */
  readonly follow: (channel: string, wake: () => void) => () => void
  readonly close: () => void
}

/** A connection for subscriptions, and the channels that are subscribed to over it. */
type Line = { readonly redis: Redis; readonly channels: Set<string> }

/**
 * Sharded subscriptions (SSUBSCRIBE), one for each stream that is followed: an append reaches the processes that read this stream,
 * over the one server that has it, and nobody else. A line is a connection to a server; it exists from the first subscription on
 * and is
 * - connecting: its channels are subscribed to as soon as it is ready;
 * - ready;
 * - ended: only where connections are not made anew by themselves, on a cluster. Its channels are placed again when the slots have
 *   been looked up.
 * Whoever follows is woken whenever a subscription has begun, because earlier messages may have been missed.
 */
export function createBell(
  { subscriptions, heal }: Pick<RedisLink, 'subscriptions' | 'heal'>,
  warn: (error: unknown) => void,
): Bell {
  const followers = new Map<string, Set<() => void>>()
  const lines = new Map<string, Line>()
  const places = new Map<string, string>()
  /** Channels whose subscription was refused: they are subscribed to at the next look, be it at the same server. */
  const refused = new Set<string>()

  function wakeAll(channel: string): void {
    for (const wake of followers.get(channel) ?? []) wake()
  }
  function subscribe({ redis }: Line, channel: string): void {
    redis.ssubscribe(channel).then(
      () => wakeAll(channel),
      (error: unknown) => {
        if (followers.has(channel)) refused.add(channel)
        warn(error)
        heal()
      },
    )
  }
  function open(server: string): Line {
    const line: Line = { redis: subscriptions.open(server), channels: new Set() }
    line.redis.on('ready', () => {
      for (const channel of line.channels) subscribe(line, channel)
    })
    line.redis.on('smessage', wakeAll)
    line.redis.on('end', () => {
      if (lines.get(server) !== line) return
      lines.delete(server)
      for (const channel of line.channels) places.delete(channel)
      heal()
    })
    lines.set(server, line)
    return line
  }
  function leave(channel: string): void {
    const line = lines.get(places.get(channel) ?? '')
    places.delete(channel)
    refused.delete(channel)
    if (!line?.channels.delete(channel) || line.redis.status !== 'ready') return
    line.redis.sunsubscribe(channel).catch(warn)
  }
  function place(channel: string): void {
    const server = subscriptions.serverOf(channel)
    if (server === null || (places.get(channel) === server && !refused.has(channel))) return
    leave(channel)
    const line = lines.get(server) ?? open(server)
    places.set(channel, server)
    line.channels.add(channel)
    if (line.redis.status === 'ready') subscribe(line, channel)
  }
  function closeLine(server: string, { redis }: Line): void {
    lines.delete(server)
    redis.disconnect()
  }
  subscriptions.onMove(() => {
    for (const channel of followers.keys()) place(channel)
    // A server that lost its slots, or a connection that was replaced.
    for (const [server, line] of lines) if (line.channels.size === 0) closeLine(server, line)
  })

  return {
    follow: (channel, wake) => {
      const wakes = followers.get(channel) ?? new Set()
      wakes.add(wake)
      followers.set(channel, wakes)
      place(channel)
      return () => {
        wakes.delete(wake)
        if (wakes.size > 0 || followers.get(channel) !== wakes) return
        followers.delete(channel)
        leave(channel)
      }
    },
    close: () => {
      for (const [server, line] of lines) closeLine(server, line)
    },
  }
}
