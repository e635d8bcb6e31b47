/** How many changes of a set are stored, approximately; each has at most as many hotels as one script call records. */
const MAX_CHANGES_KEPT = 1_000

/** How long the log of an unchanged set is stored. */
const BEGUN_LOG_MS = 86_400_000

/**
 * Every search receives the newest change again, as proof that it knows the log. So an empty change is added after one with more
 * hotels than this.
 */
const LARGE_CHANGE = 10

/** How long the leases of a connection are stored after the last was taken: longer than any call takes. */
const LEASES_KEPT_MS = 600_000

/**
 * The id of a log's next change. Redis would number the first one of a log that was lost as it did before when it comes in the same
 * millisecond, and a copy would take it for the change that it knows: so a new log begins at the microsecond, as the number
 * within the millisecond, with room for those that Redis numbers from there on.
 */
const NEXT_CHANGE = `
    local function next_change(log)
      if redis.call('EXISTS', log) == 1 then return '*' end
      local time = redis.call('TIME')
      local us = tonumber(time[2])
      return string.format('%s%03d-%d', time[1], math.floor(us / 1000), us % 1000 * 1000000 + 500000)
    end`

/** Appends hotels that were added (`hotel:until`) or removed (`hotel:0`) to a set's log of changes. */
const TELL_CHANGES = `${NEXT_CHANGE}
    local function tell(log, changes, kept_ms)
      if #changes == 0 then return end
      local id = next_change(log)
      redis.call('XADD', log, 'MAXLEN', '~', ${MAX_CHANGES_KEPT}, id, 'changes', table.concat(changes, ','))
      if #changes > ${LARGE_CHANGE} then redis.call('XADD', log, '*', 'changes', '') end
      if redis.call('PTTL', log) < tonumber(kept_ms) then redis.call('PEXPIRE', log, kept_ms) end
    end`

/**
 * The operations that must be atomic on the server. Values are stored as `<expires at>:<value>`: the gateway's clock decides when
 * they expire, and Redis' own expiry, in real time, only limits how long they take up memory.
 */
export const SCRIPTS = {
  /** KEYS value; ARGV now, stored text, ttl ms. Returns 1 when it was written. */
  setIfAbsent: `
    local held = redis.call('GET', KEYS[1])
    if held then
      local ends = tonumber(string.match(held, '^(%d+):'))
      if ends and ends > tonumber(ARGV[1]) then return 0 end
    end
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return 1`,
  /** KEYS values; ARGV now, stored text, ttl ms. Returns 1 for each value that was written. */
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
  /** KEYS value; ARGV now, value, stored text, ttl ms. Returns 1 when the value was present and has been extended. */
  extendIfEqual: `
    local held = redis.call('GET', KEYS[1])
    if not held then return 0 end
    local ends, value = string.match(held, '^(%d+):(.*)$')
    if not ends or tonumber(ends) <= tonumber(ARGV[1]) or value ~= ARGV[2] then return 0 end
    redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
    return 1`,
  /** KEYS value; ARGV now, value. Returns 1 when the value was present and has been deleted. */
  deleteIfEqual: `
    local held = redis.call('GET', KEYS[1])
    if not held then return 0 end
    local ends, value = string.match(held, '^(%d+):(.*)$')
    if not ends or tonumber(ends) <= tonumber(ARGV[1]) or value ~= ARGV[2] then return 0 end
    return redis.call('DEL', KEYS[1])`,
  /** KEYS entries, meta; ARGV data, most entries, ttl ms, expires at, now. The channel has the name of the entries. Returns the id. */
  append: `
    local ends = tonumber(redis.call('HGET', KEYS[2], 'expires') or '0')
    if ends <= tonumber(ARGV[5]) then redis.call('DEL', KEYS[1], KEYS[2]) end
    local id = redis.call('HINCRBY', KEYS[2], 'newest', 1)
    redis.call('RPUSH', KEYS[1], ARGV[1])
    redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
    redis.call('HSET', KEYS[2], 'expires', ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    redis.call('PEXPIRE', KEYS[2], ARGV[3])
    redis.call('SPUBLISH', KEYS[1], '')
    return id`,
  /** KEYS entries, meta; ARGV now, after id, limit. Returns nil, or {newest, oldest, entries}. */
  read: `
    local ends = tonumber(redis.call('HGET', KEYS[2], 'expires') or '0')
    if ends <= tonumber(ARGV[1]) then return false end
    local newest = tonumber(redis.call('HGET', KEYS[2], 'newest'))
    local oldest = newest - redis.call('LLEN', KEYS[1]) + 1
    local from = math.max(0, tonumber(ARGV[2]) + 1 - oldest)
    return {newest, oldest, redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[3]) - 1)}`,
  /** Sets a stream's expiry. KEYS entries, meta; ARGV ttl ms, expires at. */
  expire: `
    if redis.call('EXISTS', KEYS[2]) == 1 then
      redis.call('HSET', KEYS[2], 'expires', ARGV[2])
      redis.call('PEXPIRE', KEYS[1], ARGV[1])
      redis.call('PEXPIRE', KEYS[2], ARGV[1])
    end
    return 1`,
  /** KEYS window; ARGV window ms, points. Returns {taken, ms left}. */
  consume: `
    local taken = redis.call('INCRBY', KEYS[1], ARGV[2])
    if taken == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
    return {taken, redis.call('PTTL', KEYS[1])}`,
  /**
   * Takes slots of a connection's caps. KEYS times of all calls, calls under way, processes, then the times of each kind's calls; ARGV
   * second ms, cap of all, most under way, lease ms, look-again ms, process, first lease, process ms, calls that are sent in any case,
   * then for each kind how many are wanted and its cap. A cap of 0 does not limit. Lists have the newest time first.
   * Returns the number of processes, then for each kind how many were granted and how long the next has to wait, ms.
   */
  takeCalls: `
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    local second, cap_of_all, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local lease = tonumber(ARGV[7])
    local function wait_of(key, cap)
      if cap == 0 then return 0 end
      local nth = redis.call('LINDEX', key, cap - 1)
      return nth and math.max(0, tonumber(nth) + second - now) or 0
    end
    local function keep(key, cap)
      if cap == 0 then return end
      redis.call('LPUSH', key, now)
      redis.call('LTRIM', key, 0, cap - 1)
      redis.call('PEXPIRE', key, second * 2)
    end
    local under_way = 0
    if most > 0 then
      redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
      under_way = redis.call('ZCARD', KEYS[2])
    end
    local function enter()
      if most > 0 then
        redis.call('ZADD', KEYS[2], now + tonumber(ARGV[4]), ARGV[6] .. ':' .. string.format('%.0f', lease))
        redis.call('PEXPIRE', KEYS[2], ${LEASES_KEPT_MS})
        under_way = under_way + 1
      end
      lease = lease + 1
    end
    redis.call('ZADD', KEYS[3], now, ARGV[6])
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - tonumber(ARGV[8]))
    redis.call('PEXPIRE', KEYS[3], ARGV[8])
    for _ = 1, tonumber(ARGV[9]) do
      keep(KEYS[1], cap_of_all)
      enter()
    end
    local told = {redis.call('ZCARD', KEYS[3])}
    for kind = 1, #KEYS - 3 do
      local key, wanted, cap = KEYS[kind + 3], tonumber(ARGV[kind * 2 + 8]), tonumber(ARGV[kind * 2 + 9])
      local granted, wait = 0, 0
      while granted < wanted and wait == 0 do
        wait = math.max(wait_of(KEYS[1], cap_of_all), wait_of(key, cap))
        if wait == 0 and most > 0 and under_way >= most then wait = tonumber(ARGV[5]) end
        if wait == 0 then
          keep(KEYS[1], cap_of_all)
          keep(key, cap)
          enter()
          granted = granted + 1
        end
      end
      told[kind * 2] = granted
      told[kind * 2 + 1] = wait
    end
    return told`,
  /** Hotels without a price for one question. KEYS set, its changes; ARGV now, how long it counts ms, then the hotels. */
  recordExact: `${TELL_CHANGES}
    local now = tonumber(ARGV[1])
    local until_ms = string.format('%.0f', now + tonumber(ARGV[2]))
    local added = {}
    for index = 3, #ARGV do
      redis.call('ZADD', KEYS[1], until_ms, ARGV[index])
      added[#added + 1] = ARGV[index] .. ':' .. until_ms
    end
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    tell(KEYS[2], added, ARGV[2])
    return 1`,
  /**
   * The same misses, counted over all questions. KEYS set, its changes, then one history per hotel; ARGV now, dates, window ms,
   * check-in date, then the hotels. A history has the time of the last miss for each of the newest few check-in dates.
   */
  recordChronic: `${TELL_CHANGES}
    local now, dates, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local added = {}
    for index = 5, #ARGV do
      local hotel, history = ARGV[index], KEYS[index - 2]
      redis.call('ZREMRANGEBYSCORE', history, '-inf', now - window)
      redis.call('ZADD', history, now, ARGV[4])
      redis.call('ZREMRANGEBYRANK', history, 0, -dates - 1)
      redis.call('PEXPIRE', history, window)
      local oldest = redis.call('ZRANGE', history, 0, 0, 'WITHSCORES')
      if redis.call('ZCARD', history) >= dates then
        local until_ms = string.format('%.0f', tonumber(oldest[2]) + window)
        redis.call('ZADD', KEYS[1], until_ms, hotel)
        added[#added + 1] = hotel .. ':' .. until_ms
      end
    end
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
    redis.call('PEXPIRE', KEYS[1], window)
    tell(KEYS[2], added, window)
    return 1`,
  /** KEYS set, its changes, then histories that go with it, if any; ARGV window ms, then the hotels. */
  clearNoPrice: `${TELL_CHANGES}
    local gone, told = {}, {}
    for index, score in ipairs(redis.call('ZMSCORE', KEYS[1], unpack(ARGV, 2))) do
      if score then
        gone[#gone + 1] = ARGV[index + 1]
        told[#told + 1] = ARGV[index + 1] .. ':0'
      end
    end
    if #gone > 0 then redis.call('ZREM', KEYS[1], unpack(gone)) end
    tell(KEYS[2], told, ARGV[1])
    if #KEYS > 2 then redis.call('DEL', unpack(KEYS, 3)) end
    return 1`,
  /** The newest change of a log, KEYS its only key. An empty one gets an empty change, so that the next one is known to follow it. */
  newestChange: `${NEXT_CHANGE}
    local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
    if newest[1] then return newest[1][1] end
    local id = redis.call('XADD', KEYS[1], next_change(KEYS[1]), 'changes', '')
    redis.call('PEXPIRE', KEYS[1], ${BEGUN_LOG_MS})
    return id`,
  /**
   * Called by every search, for both of its sets together where they are on one server. KEYS a set and its changes, once or
   * twice; ARGV how many hotels may be sent at most, then the last change of each set that the caller knows ('' for none).
   * Returns {kind, newest change, payload} for each set: kind 1 with the changes since then, 2 with the whole set, 3 with its
   * size when it is too large to be sent. It returns 0 when the caller knows no change and the set does not exist, which is
   * usual. A change that is still in the log proves that all later ones are too: a set without a log gets one, which begins with
   * an empty change.
   */
  hearNoPrice: `${NEXT_CHANGE}
    local function hear(set, log, last)
      if last == '' and redis.call('EXISTS', set, log) == 0 then return 0 end
      if last ~= '' then
        local changes = redis.call('XRANGE', log, last, '+', 'COUNT', ${MAX_CHANGES_KEPT * 2})
        if changes[1] and changes[1][1] == last then
          local told = {}
          for index = 2, #changes do told[index - 1] = changes[index][2][2] end
          return {1, changes[#changes][1], told}
        end
      end
      local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)
      local id = newest[1] and newest[1][1] or ''
      local size = redis.call('ZCARD', set)
      if size == 0 then return {2, id, {}} end
      if id == '' then
        id = redis.call('XADD', log, next_change(log), 'changes', '')
        redis.call('PEXPIRE', log, ${BEGUN_LOG_MS})
      end
      if size > tonumber(ARGV[1]) then return {3, id, {tostring(size)}} end
      return {2, id, redis.call('ZRANGE', set, 0, -1, 'WITHSCORES')}
    end
    local heard = {}
    for index = 1, #KEYS, 2 do heard[#heard + 1] = hear(KEYS[index], KEYS[index + 1], ARGV[#heard + 2]) end
    return heard`,
} as const

export type ScriptName = keyof typeof SCRIPTS
