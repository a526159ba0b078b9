import { getProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { progressOf, saveProgress } from './course-store.ts'

/** How far somebody came with the films of a course (the welcome kit is one). The course itself is content. */
export function courseRoutes(app: FastifyInstance, services: Services): void {
  const findCourse = async (slug: string) => services.content.courses('en').find((course) => course.slug === slug)

  serve(app, services, getProgress, async ({ slug }, { db, caller, refuse }) => {
    const { id } = (await findCourse(slug)) ?? refuse('COURSE_NOT_FOUND')
    return { items: await progressOf(db, caller.accountId, id) }
  })
  serve(app, services, putProgress, async ({ slug, lesson, percent, seconds }, { db, caller, refuse }) => {
    const course = await findCourse(slug)
    const known = course?.lessons.some(({ key }) => key === lesson)
    if (!course || !known) return refuse('COURSE_NOT_FOUND')
    const saved = await saveProgress(db, caller.accountId, { courseId: course.id, lesson, percent, seconds })
    return saved ?? refuse('COURSE_NOT_FOUND')
  })
}
