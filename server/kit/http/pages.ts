import type { Fragment } from 'postgres'
import type { Sql } from '../db/db.ts'

/**
 * Keyset cursor of a list, newest first. The timestamp is text: a `Date` would lose the microseconds that order it.
 */
export interface Place {
  at: string
  id: string
}

/** SQL condition for the items after the cursor; all items without one. */
export const after = (sql: Sql, place: Place | undefined, { moment, id }: { moment: Fragment; id: Fragment }) =>
  place
    ? sql`and (${moment} < ${place.at}::text::timestamptz
        or ${moment} = ${place.at}::text::timestamptz and ${id} > ${place.id})`
    : sql``
