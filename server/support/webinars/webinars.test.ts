import { deletePatient, exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { putProgress } from '@cuida/core/support/courses/course-api.ts'
import { getWebinar, leaveWebinar, listWebinars, registerForWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { newClientAddress, PASSWORD } from '../../access/test-people.ts'
import { insertPatient, type TestPatient } from '../../care/test-people.ts'
import { sendDueNotifications } from '../../notifications/test-notifications.ts'
import { newHolder } from '../../profile/test-account.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

/** A webinar with 60 seats and 40 minutes. */
const SLUG = 'holiday-meals'
const MINUTE_MS = 60_000
const context = await createTestContext()
const start = Date.parse(context.services.bundle?.webinars.find(({ slug }) => slug === SLUG)?.startsAt ?? '')
afterEach(async () => {
  at(-24 * 60)
  await context.db`delete from webinar_seat`
  await context.db`delete from notification`
  vi.restoreAllMocks()
})

/** Sends the pending reminders as if they were due. */
async function remind() {
  await context.db`update notification set due_at = clock_timestamp(), leased_until = null`
  await sendDueNotifications(context, 'webinar')
}

/** Minutes from its start. */
const at = (minutes: number) => {
  context.services.now = () => new Date(start + minutes * MINUTE_MS)
}
const fetchWebinar = ({ token }: TestPatient, slug = SLUG) => context.sendCall(getWebinar, { slug }, { token })
const register = ({ token }: TestPatient, slug = SLUG) => context.sendCall(registerForWebinar, { slug }, { token })
const leave = ({ token }: TestPatient, slug = SLUG) => context.sendCall(leaveWebinar, { slug }, { token })
const outbox = async (to: string): Promise<{ channel: string; text: string }[]> =>
  (await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(to)}`)).json() as never

test('a patient registers and may cancel the registration [B1.11] [B2.12] [B7.27]', async () => {
  at(-24 * 60)
  const ana = await insertPatient(context)
  expect((await fetchWebinar(ana)).body).toMatchObject({
    isRegistered: false,
    seatsLeft: 60,
    phase: 'upcoming',
    joinUrl: null,
  })
  expect((await register(ana)).body).toMatchObject({ isRegistered: true, seatsLeft: 59 })
  expect((await fetchWebinar(await insertPatient(context))).body).toMatchObject({ isRegistered: false, seatsLeft: 59 })
  expect((await leave(ana)).body).toMatchObject({ isRegistered: false, seatsLeft: 60 })
  expect((await leave(ana)).status).toBe(200)
})

test('webinars are listed by start, in the reader’s language, above past ones with their recording [B2.13]', async () => {
  at(-24 * 60)
  const { token } = await insertPatient(context)
  const { body } = await context.sendCall(listWebinars, {}, { token, headers: { 'x-locale': 'es-ES' } })
  expect(body.items.map(({ slug, phase }) => [slug, phase])).toEqual([
    ['sleep-and-weight', 'over'],
    ['holiday-meals', 'upcoming'],
    ['plateau', 'upcoming'],
  ])
  expect(body.items[0]?.recording?.url).toMatch(/^\/uploads\/films\/.*\.mp4$/)
  expect(body.items[1]).toMatchObject({ title: 'Comidas de fiesta sin culpa', recording: null })
})

test('ten concurrent requests make one registration and one reminder', async () => {
  at(-24 * 60)
  const ana = await insertPatient(context)
  const replies = await Promise.all(Array.from({ length: 10 }, () => register(ana)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await context.db`select place from webinar_seat`).toMatchObject([{ place: 1 }])
  const notifications = await context.db`select due_at from notification where type = 'webinar'`
  expect(notifications).toEqual([{ due_at: new Date(start - 60 * MINUTE_MS) }])
})

test('a webinar is never overbooked, and a cancelled seat goes to the next patient [B2.12]', async () => {
  at(-24 * 60)
  const real = context.services.content.webinars
  vi.spyOn(context.services.content, 'webinars').mockImplementation((locale) =>
    real(locale).map((webinar) => ({ ...webinar, seats: 3 })),
  )
  const first = await insertPatient(context)
  await register(first)
  const others = await Promise.all(Array.from({ length: 4 }, () => insertPatient(context)))
  const replies = await Promise.all(others.map((patient) => register(patient)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  const late = replies.findIndex(({ status }) => status === 409)
  expect(replies[late]?.body.code).toBe('WEBINAR_FULL')
  await leave(first)
  expect((await register(others[late] as TestPatient)).body).toMatchObject({ isRegistered: true, seatsLeft: 0 })
  expect((await register(first)).status).toBe(409)
})

test.each([
  ['it is hidden eleven minutes before', -11, false],
  ['it is shown ten minutes before', -10, true],
  ['it is shown in the last minute', 39, true],
  ['it is hidden after the end', 40, false],
])('the join link for a registered patient: %s', async (_, minutes, isShown) => {
  const ana = await insertPatient(context)
  const eva = await insertPatient(context)
  at(-60)
  await register(ana)
  at(minutes)
  expect((await fetchWebinar(ana)).body.joinUrl).toBe(
    isShown ? 'https://www.vidaligera.example/webinars/holiday-meals' : null,
  )
  expect((await fetchWebinar(eva)).body.joinUrl).toBeNull()
})

test.each([
  ['in its last minute succeeds', 39, 200],
  ['after its end is refused', 40, 409],
])('registering %s', async (_, minutes, status) => {
  at(minutes)
  const reply = await register(await insertPatient(context))
  expect(reply.status).toBe(status)
  if (status === 409) expect(reply.body.code).toBe('WEBINAR_OVER')
})

test('a past webinar keeps its registrations', async () => {
  const ana = await insertPatient(context)
  at(-60)
  await register(ana)
  at(40)
  expect((await leave(ana)).body.code).toBe('WEBINAR_OVER')
  expect((await fetchWebinar(ana)).body.isRegistered).toBe(true)
})

test('an unknown webinar is not found', async () => {
  const ana = await insertPatient(context)
  for (const reply of [await fetchWebinar(ana, 'no-such'), await register(ana, 'no-such'), await leave(ana, 'no-such')])
    expect([reply.status, reply.body.code]).toEqual([404, 'WEBINAR_NOT_FOUND'])
})

test('a registered patient is reminded an hour before, by e-mail and without the subject', async () => {
  const ana = await insertPatient(context)
  const email = `${ana.patientId}@example.com`
  await context.db`update account set email = ${email}, locale = 'es-ES' where id = ${ana.accountId}`
  at(-24 * 60)
  await register(ana)
  at(-60)
  await remind()
  const [message] = await outbox(email)
  expect(message?.text).toContain('19:00')
  expect(message?.text).not.toContain('fiesta')
})

test('a cancelled registration and a webinar that has begun get no reminder', async () => {
  const ana = await insertPatient(context)
  const email = `${ana.patientId}@example.com`
  await context.db`update account set email = ${email} where id = ${ana.accountId}`
  at(-24 * 60)
  await register(ana)
  at(0)
  await remind()
  at(-60)
  await leave(ana)
  await remind()
  expect(await outbox(email)).toEqual([])
})

test('a reminder that comes too soon, because the clinic moved the webinar, waits', async () => {
  const ana = await insertPatient(context)
  at(-24 * 60)
  await register(ana)
  await remind()
  const [notification] = await context.db`select due_at, done_at from notification where type = 'webinar'`
  expect(notification).toEqual({ due_at: new Date(start - 60 * MINUTE_MS), done_at: null })
})

test('a data export lists registrations and progress, and both are deleted when the patient leaves', async () => {
  const { patientId, token } = await newHolder(context)
  at(-24 * 60)
  await context.sendCall(registerForWebinar, { slug: SLUG }, { token })
  await context.sendCall(putProgress, { slug: 'welcome-kit', lesson: 'the-plate', percent: 40, seconds: 7 }, { token })
  const { body } = await context.sendCall(exportPatient, { id: patientId, password: PASSWORD }, { token })
  expect(body.webinars).toMatchObject([{ webinar: '2' }])
  expect(body.lessons).toMatchObject([{ lesson: 'the-plate', percent: 40 }])
  expect(
    (await context.sendCall(deletePatient, { id: patientId, password: PASSWORD }, { token, from: newClientAddress() }))
      .status,
  ).toBe(200)
  for (const table of ['webinar_seat', 'lesson_progress'])
    expect(await context.db`select 1 from ${context.db(table)} where patient_id = ${patientId}`).toHaveLength(0)
})
