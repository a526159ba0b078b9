import { getProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { expect, test } from 'vitest'
import { insertPatient, type TestPatient } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()

const slug = 'welcome-kit'
const lesson = 'the-plate'
const fetchProgress = async ({ token }: TestPatient) =>
  (await context.sendCall(getProgress, { slug }, { token })).body.items
const save = ({ token }: TestPatient, percent: number, seconds = 0) =>
  context.sendCall(putProgress, { slug, lesson, percent, seconds }, { token })

test("a patient's progress is the same on each of their devices, and private [B1.11] [B2.15]", async () => {
  const ana = await insertPatient(context)
  const eva = await insertPatient(context)
  expect(await fetchProgress(ana)).toEqual([])
  expect((await save(ana, 40, 7)).body).toEqual({ lesson, percent: 40, seconds: 7 })
  expect(await fetchProgress(ana)).toEqual([{ lesson, percent: 40, seconds: 7 }])
  expect(await fetchProgress(eva)).toEqual([])
})

test('a video watched again stays seen and resumes where the patient stopped', async () => {
  const ana = await insertPatient(context)
  await save(ana, 100, 18)
  expect((await save(ana, 10, 2)).body).toEqual({ lesson, percent: 100, seconds: 2 })
})

test('concurrent updates from two devices lose nothing', async () => {
  const ana = await insertPatient(context)
  await Promise.all([90, 20, 55, 10].map((percent) => save(ana, percent)))
  expect(await fetchProgress(ana)).toMatchObject([{ percent: 90 }])
})

test.each([
  ['a course', { slug: 'no-such', lesson }],
  ['a lesson', { slug, lesson: 'no-such' }],
])('%s that does not exist is not found', async (_, where) => {
  const { token } = await insertPatient(context)
  const { status, body } = await context.sendCall(putProgress, { ...where, percent: 1, seconds: 1 }, { token })
  expect([status, body.code]).toEqual([404, 'COURSE_NOT_FOUND'])
})

test.each([
  ['percent', { percent: 101, seconds: 0 }],
  ['percent', { percent: -1, seconds: 0 }],
  ['seconds', { percent: 0, seconds: 86_401 }],
  ['seconds', { percent: 0, seconds: 1.5 }],
])('an invalid %s is named in the error', async (field, wrong) => {
  const { token } = await insertPatient(context)
  const { status, body } = await context.sendCall(putProgress, { slug, lesson, ...wrong }, { token })
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([field])
})
