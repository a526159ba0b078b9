import { getProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { getWebinar, listWebinars, registerForWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { afterEach, expect, test } from 'vitest'
import { loadPartner } from '../../content/bundle.ts'
import { CMS_TOKEN, startTestCms } from '../../content/cms/test-cms.ts'
import { TEST_SITE } from '../access/social/test-google.ts'
import { insertPatient, type TestPatient } from '../care/test-people.ts'
import { openContent } from '../services.ts'
import { closeAfterTests, createTestContext } from '../testing/test-contexts.ts'

const SLUG = 'holiday-meals'
const OVER = 'sleep-and-weight'
const EVIL = 'https://evil.example/room'

/** The product over a remote content service: bundle, catalogue and messages all come over HTTP. */
const bundle = await loadPartner('vida-ligera')
const cms = closeAfterTests(
  await startTestCms({
    ...bundle,
    webinars: bundle.webinars.map((webinar) => (webinar.slug === 'plateau' ? { ...webinar, joinUrl: EVIL } : webinar)),
  }),
)
const context = await createTestContext({
  env: { CONTENT_URL: cms.url, CONTENT_TOKEN: CMS_TOKEN, PUBLIC_URL: TEST_SITE },
})
const own = context.services.content
afterEach(() => {
  context.services.content = own
})

const startOf = async (targetSlug: string) =>
  Date.parse(own.webinars('en').find(({ slug }) => slug === targetSlug)?.startsAt ?? '')
const start = await startOf(SLUG)
const at = (moment: number, minutes: number) => {
  context.services.now = () => new Date(moment + minutes * 60_000)
}
const fetchWebinar = ({ token }: TestPatient, slug = SLUG) => context.sendCall(getWebinar, { slug }, { token })
const register = ({ token }: TestPatient, slug = SLUG) => context.sendCall(registerForWebinar, { slug }, { token })
const get = (url: string, headers: Record<string, string> = {}) => context.app.inject({ url, headers })

test('a registered patient finds the join link ten minutes before, and nobody else does', async () => {
  const ana = await insertPatient(context)
  const eva = await insertPatient(context)
  at(start, -24 * 60)
  expect((await register(ana)).body).toMatchObject({ isRegistered: true, joinUrl: null })
  at(start, -10)
  expect((await fetchWebinar(ana)).body.joinUrl).toBe('https://www.vidaligera.example/webinars/holiday-meals')
  expect((await fetchWebinar(eva)).body.joinUrl).toBeNull()
  expect((await get('/api/webinars?populate=*')).body).not.toContain('joinUrl')
  expect((await get('/api/webinar-links')).statusCode).toBe(404)
})

test('a join link on a host that the partner’s settings do not name is not shown', async () => {
  const ana = await insertPatient(context)
  const plateau = await startOf('plateau')
  at(plateau, -60)
  await register(ana, 'plateau')
  at(plateau, 0)
  expect((await fetchWebinar(ana, 'plateau')).body).toMatchObject({ isRegistered: true, phase: 'live', joinUrl: null })
})

test.each([
  ['without a token', undefined],
  ['with a refused token', 'another'],
])('%s the webinar is shown without its join link', async (_, token) => {
  const ana = await insertPatient(context)
  at(start, -24 * 60)
  await register(ana)
  at(start, 0)
  const env = { ...context.services.env, CONTENT_URL: cms.url, CONTENT_TOKEN: token }
  context.services.content = (await openContent(env)).content
  expect(await fetchWebinar(ana)).toMatchObject({
    status: 200,
    body: { isRegistered: true, phase: 'live', joinUrl: null },
  })
})

test('a recording plays from this origin with range requests and captions', async () => {
  at(start, -24 * 60)
  const { token } = await insertPatient(context)
  const { items } = (await context.sendCall(listWebinars, {}, { token })).body
  const { recording } = items.find(({ slug }) => slug === OVER) ?? {}
  expect(recording?.url).toMatch(/^\/uploads\/.*\.mp4$/)
  const piece = await get(recording?.url ?? '', { range: 'bytes=0-1' })
  expect([piece.statusCode, piece.headers['content-type']]).toEqual([206, 'video/mp4'])
  expect((await get(recording?.captionsUrl ?? '')).body).toContain('WEBVTT')
})

test.each([
  ['without captions', { captionsUrl: null }],
  ['on a host that the partner’s settings do not name', { recordingUrl: EVIL }],
])('a recording %s is left out, and the webinar is shown', async (_, wrong) => {
  const webinars = own.webinars('en').map((webinar) => ({ ...webinar, ...wrong }))
  context.services.content = { ...own, webinars: () => webinars }
  expect((await fetchWebinar(await insertPatient(context), OVER)).body).toMatchObject({ slug: OVER, recording: null })
})

test('the welcome kit is read, its videos play from this origin, and progress is saved', async () => {
  const { token } = await insertPatient(context)
  const [kit] = (await get('/api/courses?populate=*&filters[slug][$eq]=welcome-kit&locale=en')).json().data
  const [lesson] = kit.attributes.lessons
  expect((await get(lesson.videoUrl, { range: 'bytes=0-1' })).statusCode).toBe(206)
  const progress = { lesson: lesson.key, percent: 40, seconds: 12 }
  await context.sendCall(putProgress, { slug: 'welcome-kit', ...progress }, { token })
  expect((await context.sendCall(getProgress, { slug: 'welcome-kit' }, { token })).body.items).toEqual([progress])
})

test('the Google sign-in route is ours and never reaches the content service', async () => {
  const { statusCode, headers } = await get('/api/connect/google')
  expect(statusCode).toBe(303)
  expect(headers.location).toContain('/simulators/google/')
})
