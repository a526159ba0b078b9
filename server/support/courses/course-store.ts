import type { LessonProgress } from '@cuida/core/support/courses/course-api.ts'
import type { Sql } from '../../kit/db/db.ts'

export async function progressOf(sql: Sql, accountId: string, courseId: string): Promise<LessonProgress[]> {
  return sql<LessonProgress[]>`
    select l.lesson, l.percent, l.seconds from lesson_progress l join patient p on p.id = l.patient_id
    where p.account_id = ${accountId} and p.deleted_at is null and l.course_id = ${courseId} order by l.lesson`
}

export async function saveProgress(
  sql: Sql,
  accountId: string,
  { courseId, lesson, percent, seconds }: LessonProgress & { courseId: string },
): Promise<LessonProgress | undefined> {
  const [row] = await sql<LessonProgress[]>`
    insert into lesson_progress as l (patient_id, course_id, lesson, percent, seconds)
    select id, ${courseId}, ${lesson}, ${percent}, ${seconds} from patient
    where account_id = ${accountId} and deleted_at is null
    on conflict (patient_id, course_id, lesson) do update
      set percent = greatest(l.percent, excluded.percent), seconds = excluded.seconds, seen_at = clock_timestamp()
    returning lesson, percent, seconds`
  return row
}
