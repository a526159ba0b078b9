import type { Fragment } from 'postgres'
import type { Sql } from '../db/db.ts'

/**
 * Keyset cursor of a list, newest first. The timestamp is text: a `Date` would lose the microseconds that order it.
 */
export interface PageCursor {
  at: string
  id: string
}

/** SQL condition for the items after the cursor; all items without one. */
export const afterCursor = (
  sql: Sql,
  cursor: PageCursor | undefined,
  { moment, id }: { moment: Fragment; id: Fragment },
) =>
  cursor
    ? sql`and (${moment} < ${cursor.at}::text::timestamptz
        or ${moment} = ${cursor.at}::text::timestamptz and ${id} > ${cursor.id})`
    : sql``
