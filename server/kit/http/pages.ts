import type { Fragment } from 'postgres'
import type { Sql } from '../db/db.ts'

/** Where in a list, the newest first, an item stands. As text: a `Date` would lose the microseconds that order it. */
export interface Place {
  at: string
  id: string
}

/** What comes after that place; everything without one. */
export const after = (sql: Sql, place: Place | undefined, { moment, id }: { moment: Fragment; id: Fragment }) =>
  place
    ? sql`and (${moment} < ${place.at}::text::timestamptz
        or ${moment} = ${place.at}::text::timestamptz and ${id} > ${place.id})`
    : sql``
