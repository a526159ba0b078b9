import { getProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { getWebinar, leaveWebinar, listWebinars, registerForWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFaqs } from '../catalogue/faqs/Faqs.tsx'
import { completeLesson, useKeepProgress, useKitProgress, useWelcomeKit } from './courses/kit-queries.ts'
import { useLearning } from './help/SupportScreen.tsx'
import { asksForPatient, questionInput, useAsk, useQuestions } from './questions/question-queries.ts'
import { useWebinar, useWebinarRegistration, useWebinars } from './webinars/webinar-queries.ts'

beforeEach(() => loadMessages('en', {}))

test.each<[string, () => unknown, string[], object]>([
  ['FAQs', useFaqs, ['/api/faqs'], { sort: 'order:asc' }],
  ['learning material', useLearning, ['/api/webinars', '/api/courses'], { 'pagination[page]': '1' }],
  [
    'the course for new patients',
    useWelcomeKit,
    ['/api/courses'],
    { populate: '*', 'filters[slug][$eq]': 'welcome-kit' },
  ],
])("%s: fetched from the content service in the reader's language", async (_, hook, paths, query) => {
  for (const locale of ['en', 'es']) {
    loadMessages(locale, {})
    const { requests } = mockServer()
    await (await renderHookWithQueries(hook)).unmount()
    expect(requests.map(({ path }) => path)).toEqual(paths)
    for (const { query: requestQuery } of requests)
      expect(Object.fromEntries(requestQuery)).toMatchObject({ ...query, locale, localeFallback: 'en' })
  }
})

describe('course progress', () => {
  const sleep = { lesson: 'sleep', percent: 10, seconds: 9 }
  const food = { lesson: 'food', percent: 100, seconds: 60 }
  test("progress is the server's, with the latest update", async () => {
    const server = mockServer()
    server.reply(getProgress, { items: [sleep, food] })
    server.reply(putProgress, ({ body }) => ({ lesson: 'sleep', ...(body as object) }))
    const screen = await renderHookWithQueries(() => ({ shown: useKitProgress(), keep: useKeepProgress() }))
    expect(screen.current().shown.data).toEqual([sleep, food])
    await screen.act(({ keep }) => keep.mutate({ ...sleep, percent: 55 }))
    expect(screen.current().shown.data).toEqual([food, { ...sleep, percent: 55 }])
    expect(server.requestsTo(getProgress).map(({ path }) => path)).toEqual([expect.stringContaining('/welcome-kit')])
  })
  test('a failed update changes nothing', async () => {
    const server = mockServer()
    server.reply(getProgress, { items: [sleep] })
    server.refuse(putProgress, 'UNEXPECTED', 500)
    const screen = await renderHookWithQueries(() => ({ shown: useKitProgress(), keep: useKeepProgress() }))
    await screen.act(({ keep }) => keep.mutate({ ...sleep, percent: 55 }))
    expect(screen.current().shown.data).toEqual([sleep])
  })
  test('progress is saved even before it was loaded', async () => {
    const server = mockServer()
    server.reply(putProgress, ({ body }) => ({ ...sleep, ...(body as object) }))
    const screen = await renderHookWithQueries(useKeepProgress)
    await screen.act((mutation) => mutation.mutate({ ...sleep, percent: 55 }))
    expect(screen.queries.getQueryData(callKey(getProgress, { slug: 'welcome-kit' }))).toEqual({
      items: [{ ...sleep, percent: 55 }],
    })
  })
})

describe("the patient's questions", () => {
  test('questions are loaded to the last page, every half minute, with their due time', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(listQuestions, ({ query }) =>
      query.size > 0 ? { items: [{ id: 'q1' }], answerHours: 24 } : { items: [{ id: 'q2' }], answerHours: 24 },
    )
    const screen = await renderHookWithQueries(useQuestions)
    expect(screen.current().data).toMatchObject({ answerHours: 24 })
    const before = server.requestsTo(listQuestions).length
    await advanceTime(30_000)
    expect(server.requestsTo(listQuestions)).toHaveLength(before * 2)
  })
  test.each([200, 429])('questions are refetched after a new one (%i)', async (status) => {
    const server = mockServer()
    server.reply(listQuestions, { items: [], answerHours: 24 })
    server.reply(askQuestion, { id: 'q', code: 'RATE_LIMITED' }, status)
    const screen = await renderHookWithQueries(() => ({ shown: useQuestions(), ask: useAsk() }))
    const before = server.requestsTo(listQuestions).length
    await screen.act(({ ask }) => ask.mutate({ topic: 'billing' as never, text: 'x' }))
    expect(server.requestsTo(listQuestions)).toHaveLength(before * 2)
  })
})

describe('webinars', () => {
  const webinarReply = (slug: string, place: string) => ({ slug, place }) as never
  test("webinars are in the reader's language, each by its name, and an open one is polled every half minute", async () => {
    freezeTime()
    const server = mockServer()
    server.reply(listWebinars, [] as never)
    server.reply(getWebinar, ({ path }) => webinarReply(path.split('/').at(-1) ?? '', 'none'))
    const all = () => [useWebinars(), useWebinar('one'), useWebinar('two')]
    const screen = await renderHookWithQueries(all)
    expect(screen.current().map(({ data }) => data)).toEqual([
      [],
      webinarReply('one', 'none'),
      webinarReply('two', 'none'),
    ])
    await advanceTime(30_000)
    expect([server.requestsTo(listWebinars).length, server.requestsTo(getWebinar).length]).toEqual([1, 4])
    await actAndFlush(() => loadMessages('es', {}))
    expect([server.requestsTo(listWebinars).length, server.requestsTo(getWebinar).length]).toEqual([2, 6])
  })
  test.each([
    ['is shown at once, and the list is refetched', registerForWebinar, 'register'],
    ['is cancelled at once, and the list is refetched', leaveWebinar, 'leave'],
  ] as const)('a registration %s', async (_, call, mutation) => {
    const server = mockServer()
    server.reply(listWebinars, [] as never)
    server.reply(getWebinar, webinarReply('one', 'before'))
    server.reply(call, webinarReply('one', 'after'))
    const screen = await renderHookWithQueries(() => ({
      all: useWebinars(),
      one: useWebinar('one'),
      place: useWebinarRegistration('one'),
    }))
    const cacheContents: unknown[] = []
    server.reply(getWebinar, () => {
      cacheContents.push(screen.queries.getQueryData(callKey(getWebinar, { slug: 'one' }, 'en')))
      return webinarReply('one', 'asked again')
    })
    await screen.act(({ place }) => place[mutation].mutate())
    expect(cacheContents).toEqual([webinarReply('one', 'after')])
    expect(screen.current().one.data).toEqual(webinarReply('one', 'asked again'))
    expect(server.requestsTo(listWebinars)).toHaveLength(2)
  })
  test.each([
    [registerForWebinar, 'register'],
    [leaveWebinar, 'leave'],
  ] as const)('a full or past webinar says so after a refetch', async (call, mutation) => {
    const server = mockServer()
    server.reply(getWebinar, webinarReply('one', 'before'))
    server.refuse(call, 'WEBINAR_FULL')
    const screen = await renderHookWithQueries(() => ({ one: useWebinar('one'), place: useWebinarRegistration('one') }))
    server.reply(getWebinar, webinarReply('one', 'full'))
    await screen.act(({ place }) => place[mutation].mutate())
    expect(screen.current().one.data).toEqual(webinarReply('one', 'full'))
  })
})

const typed = { who: 'child-1', topic: 'billing' as never, text: ' Was I charged twice? ' }
test.each([
  ['names the patient where there is a choice', true, { patientId: 'child-1' }],
  ['names no patient otherwise', false, {}],
])('a question %s', (_, hasChoice, about) =>
  expect(questionInput(typed, hasChoice)).toEqual({ topic: 'billing', text: 'Was I charged twice?', ...about }),
)

test.each([
  [true, ['me'], false],
  [true, ['me', 'child'], true],
  [false, ['me', 'child'], false],
])('with family profiles %s and the family %j, the form asks for the patient: %s', (enabled, family, expected) =>
  expect(asksForPatient({ familyProfilesEnabled: enabled }, family)).toBe(expected),
)

test('a repeated question has the same key, and one about another patient has another', async () => {
  const server = mockServer()
  const screen = await renderHookWithQueries(useAsk)
  for (const hasChoice of [true, true, false])
    await screen.act((it) => it.mutateAsync(questionInput(typed, hasChoice)).catch(() => {}))
  const [first, repeated, other] = server.requestsTo(askQuestion).map(({ body }) => (body as { key: string }).key)
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})

test('a finished lesson keeps the position of its video', () => {
  expect(completeLesson('sleep', { lesson: 'sleep', percent: 40, seconds: 81 })).toMatchObject({
    percent: 100,
    seconds: 81,
  })
  expect(completeLesson('sleep', undefined)).toEqual({ lesson: 'sleep', percent: 100, seconds: 0 })
})
