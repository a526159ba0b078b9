import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Slug } from '../../kit/shapes.ts'

const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))

/** A patient's progress in a lesson. */
export const LessonProgress = v.object({
  /** The lesson's key. */
  lesson: v.string(),
  /** The furthest point that was watched or read; it never decreases. */
  percent: v.number(),
  /** Playback position to resume at. */
  seconds: v.number(),
})
export type LessonProgress = v.InferOutput<typeof LessonProgress>

/** Progress of the started lessons; the course itself is content. */
export const getProgress = call({
  method: 'GET',
  path: '/courses/:slug/progress',
  list: { boundedBy: 'the lessons of one course' },
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: v.object({ items: v.array(LessonProgress) }),
  refusals: { COURSE_NOT_FOUND: 404 },
})

/** When two devices differ, the larger percentage and the later position win. */
export const putProgress = call({
  method: 'PUT',
  path: '/courses/:slug/lessons/:lesson/progress',
  access: 'access',
  params: v.object({ slug: Slug, lesson: Slug }),
  body: v.object({ percent: Percent, seconds: Seconds }),
  reply: LessonProgress,
  refusals: { COURSE_NOT_FOUND: 404 },
})
