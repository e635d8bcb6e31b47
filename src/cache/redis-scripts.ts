/**
 * What must be atomic at the server. Values are stored as `<expires at>:<value>`: the gateway's clock decides when they
 * end, and Redis' own expiry, in real time, only bounds how long they take up room.
 */
export const SCRIPTS = {
  /** KEYS value; ARGV now, stored text, ttl ms. 1 when it was written. */
  setIfAbsent: `
    local held = redis.call('GET', KEYS[1])
    if held then
      local ends = tonumber(string.match(held, '^(%d+):'))
      if ends and ends > tonumber(ARGV[1]) then return 0 end
    end
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return 1`,
  /** KEYS values; ARGV now, stored text, ttl ms. 1 for each that was written. */
  claim: `
    local taken = {}
    for index = 1, #KEYS do
      local held = redis.call('GET', KEYS[index])
      local ends = held and tonumber(string.match(held, '^(%d+):'))
      if ends and ends > tonumber(ARGV[1]) then
        taken[index] = 0
      else
        redis.call('SET', KEYS[index], ARGV[2], 'PX', ARGV[3])
        taken[index] = 1
      end
    end
    return taken`,
  /** KEYS value; ARGV now, value, stored text, ttl ms. 1 when it was there and lives longer. */
  extendIfEqual: `
    local held = redis.call('GET', KEYS[1])
    if not held then return 0 end
    local ends, value = string.match(held, '^(%d+):(.*)$')
    if not ends or tonumber(ends) <= tonumber(ARGV[1]) or value ~= ARGV[2] then return 0 end
    redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
    return 1`,
  /** KEYS value; ARGV now, value. 1 when it was there and is gone. */
  deleteIfEqual: `
    local held = redis.call('GET', KEYS[1])
    if not held then return 0 end
    local ends, value = string.match(held, '^(%d+):(.*)$')
    if not ends or tonumber(ends) <= tonumber(ARGV[1]) or value ~= ARGV[2] then return 0 end
    return redis.call('DEL', KEYS[1])`,
  /** KEYS entries, meta; ARGV data, most entries, ttl ms, expires at, channel, now. Answers the id. */
  append: `
    local ends = tonumber(redis.call('HGET', KEYS[2], 'expires') or '0')
    if ends <= tonumber(ARGV[6]) then redis.call('DEL', KEYS[1], KEYS[2]) end
    local id = redis.call('HINCRBY', KEYS[2], 'newest', 1)
    redis.call('RPUSH', KEYS[1], ARGV[1])
    redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
    redis.call('HSET', KEYS[2], 'expires', ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    redis.call('PEXPIRE', KEYS[2], ARGV[3])
    redis.call('PUBLISH', ARGV[5], KEYS[1])
    return id`,
  /** KEYS entries, meta; ARGV now, after id, limit. Answers nil, or {newest, oldest, entries}. */
  read: `
    local ends = tonumber(redis.call('HGET', KEYS[2], 'expires') or '0')
    if ends <= tonumber(ARGV[1]) then return false end
    local newest = tonumber(redis.call('HGET', KEYS[2], 'newest'))
    local oldest = newest - redis.call('LLEN', KEYS[1]) + 1
    local from = math.max(0, tonumber(ARGV[2]) + 1 - oldest)
    return {newest, oldest, redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[3]) - 1)}`,
  /** KEYS entries, meta; ARGV ttl ms, expires at. */
  expire: `
    if redis.call('EXISTS', KEYS[2]) == 1 then
      redis.call('HSET', KEYS[2], 'expires', ARGV[2])
      redis.call('PEXPIRE', KEYS[1], ARGV[1])
      redis.call('PEXPIRE', KEYS[2], ARGV[1])
    end
    return 1`,
  /** KEYS window; ARGV window ms, points. Answers {taken, ms left}. */
  consume: `
    local taken = redis.call('INCRBY', KEYS[1], ARGV[2])
    if taken == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
    return {taken, redis.call('PTTL', KEYS[1])}`,
  /**
   * KEYS exact, chronic, then a history a hotel; ARGV now, exact ms, dates, window ms, check-in date, then the hotels.
   * A history has the time of the last miss for each check-in date, the newest few of them.
   */
  recordNoPrice: `
    local now, dates, window = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
    for index = 6, #ARGV do
      local hotel, history = ARGV[index], KEYS[index - 3]
      redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), hotel)
      redis.call('ZREMRANGEBYSCORE', history, '-inf', now - window)
      redis.call('ZADD', history, now, ARGV[5])
      redis.call('ZREMRANGEBYRANK', history, 0, -dates - 1)
      redis.call('PEXPIRE', history, window)
      local oldest = redis.call('ZRANGE', history, 0, 0, 'WITHSCORES')
      if redis.call('ZCARD', history) >= dates then
        redis.call('ZADD', KEYS[2], tonumber(oldest[2]) + window, hotel)
      end
    end
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    redis.call('PEXPIRE', KEYS[2], window)
    return 1`,
  /** KEYS exact, chronic; ARGV now. Answers the hotels of both that are not over: asked for by every search, so in one go. */
  noPriceHotels: `
    local after = '(' .. ARGV[1]
    local hotels = redis.call('ZRANGEBYSCORE', KEYS[1], after, '+inf')
    for _, hotel in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], after, '+inf')) do hotels[#hotels + 1] = hotel end
    return hotels`,
  /** KEYS exact, chronic, then a history a hotel; ARGV the hotels. */
  clearNoPrice: `
    redis.call('ZREM', KEYS[1], unpack(ARGV))
    redis.call('ZREM', KEYS[2], unpack(ARGV))
    redis.call('DEL', unpack(KEYS, 3))
    return 1`,
} as const

export type ScriptName = keyof typeof SCRIPTS
