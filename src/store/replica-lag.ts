/** A place in the log of the primary: how many bytes of it were written. */
export type LogPosition = bigint

/** What the primary had written when, by `performance.now()`. */
type Mark = { readonly at: number; readonly position: LogPosition }

/** An hour, with a mark a second. */
const MOST_MARKS = 3_600

/**
 * Measures in seconds how far a replica is behind, without any server's clock: the primary's positions are noted with this process's
 * time, and a replica is as old as the first of them that it lacks. It is as exact as the notes are frequent.
 */
export function createReplicaLag() {
  /** Oldest first. The first ones are dropped when the replica has them. */
  const marks: Mark[] = []
  return {
    /** Notes what the primary has written. */
    note: (mark: Mark): void => {
      // A promoted standby may have less than the primary before it had: what that wrote beyond is nobody's any more.
      while ((marks.at(-1)?.position ?? mark.position) > mark.position) marks.pop()
      if (marks.at(-1)?.position === mark.position) return
      // Of a replica that is so far behind, half the marks tell as well how far.
      if (marks.length >= MOST_MARKS) marks.splice(0, marks.length, ...marks.filter((_, index) => index % 2 === 0))
      marks.push(mark)
    },
    /** For how long the replica has lacked something of the primary's log, ms; 0 when it has all that was noted. */
    of: (replayed: LogPosition, now: number): number => {
      while (marks[0] && marks[0].position <= replayed) marks.shift()
      return marks[0] ? now - marks[0].at : 0
    },
  }
}
