import type { Sql, Tx } from '../../kit/db/db.ts'

export interface StoredTemplate {
  id: string
  title: string
  text: string
  isShared: boolean
}

/** Mine and the shared ones. */
export async function templatesOf(sql: Sql, staffId: string): Promise<StoredTemplate[]> {
  const rows = await sql<StoredTemplate[]>`
    select id, title, text, staff_id is null as "isShared" from note_template
    where staff_id = ${staffId} or staff_id is null order by staff_id is null, lower(title), id`
  return [...rows]
}

/** One that this person sees; undefined is also somebody else's. */
export async function lockTemplate(tx: Tx, id: string, staffId: string): Promise<StoredTemplate | undefined> {
  const [row] = await tx<StoredTemplate[]>`
    select id, title, text, staff_id is null as "isShared" from note_template
    where id = ${id} and (staff_id = ${staffId} or staff_id is null) for update`
  return row
}

interface Written {
  title: string
  text: string
}

/** undefined: there are too many already. Who writes two at once waits for the first. */
export async function insertTemplate(
  tx: Tx,
  { title, text, by, isShared, most }: Written & { by: string; isShared: boolean; most: number },
): Promise<string | undefined> {
  const owner = isShared ? null : by
  await tx`select pg_advisory_xact_lock(hashtextextended(${`templates:${owner ?? 'shared'}`}, 0))`
  const [row] = await tx<{ id: string }[]>`
    insert into note_template (staff_id, title, text, written_by)
    select ${owner}::uuid, ${title}, ${text}, ${by}
    where (select count(*) from note_template where staff_id is not distinct from ${owner}::uuid) < ${most}
    returning id`
  return row?.id
}

export async function updateTemplate(tx: Tx, id: string, { title, text, by }: Written & { by: string }): Promise<void> {
  await tx`
    update note_template set title = ${title}, text = ${text}, written_by = ${by}, changed_at = clock_timestamp()
    where id = ${id}`
}

export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx`delete from note_template where id = ${id}`
}
