import { putProgress } from '@cuida/core/support/courses/course-api.ts'
import { askQuestion } from '@cuida/core/support/questions/question-api.ts'
import { leaveWebinar, registerForWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { asks, given, type Leaving, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { doneWith, KIT, useKeepProgress } from './courses/kit-queries.ts'
import { isAskedWho, useAsk, wishOf } from './questions/question-queries.ts'
import { usePlace } from './webinars/webinar-queries.ts'

const child = '10000000-0000-4000-8000-000000000002'
const topic = 'billing' as never
const typed = { who: child, topic, text: ' Was I charged twice? ' }

const keyIn = (sent: Leaving | undefined) => String((sent?.body as { key?: string } | undefined)?.key)

test.each([
  ['a child, where whom it is about is a choice', true, { patientId: child }],
  ['nobody in particular, where it is none', false, {}],
])('a question is about %s', async (_, hasChoice, about) => {
  const [sent] = await leaving(() => given(useAsk).mutateAsync(wishOf(typed, hasChoice)))
  const key = keyIn(sent)
  expect(sent).toEqual(asks(askQuestion, { key, topic, text: 'Was I charged twice?', ...about }))
})

test.each([
  ['one person asks for themselves', true, ['me'], false],
  ['a family is asked', true, ['me', 'child'], true],
  ['where there are no families nobody is asked', false, ['me', 'child'], false],
])('%s', (_, familyProfilesEnabled, family, isAsked) =>
  expect(isAskedWho({ familyProfilesEnabled }, family)).toBe(isAsked),
)

test('the same words about the same person go under the same key, and others under another', async () => {
  const ask = given(useAsk)
  const keyOf = async (wish: Parameters<typeof ask.mutateAsync>[0]) => {
    const [sent] = await leaving(() => ask.mutateAsync(wish))
    return keyIn(sent)
  }
  const first = await keyOf(wishOf(typed, true))
  expect(await keyOf(wishOf(typed, true))).toBe(first)
  expect(await keyOf(wishOf(typed, false))).not.toBe(first)
})

test.each([
  [
    'a film is kept where it was',
    () => given(useKeepProgress).mutateAsync({ lesson: 'sleep', percent: 40, seconds: 81 }),
    asks(putProgress, { slug: KIT, lesson: 'sleep', percent: 40, seconds: 81 }),
  ],
  [
    'a lesson is done, and its film still where it was',
    () => given(useKeepProgress).mutateAsync(doneWith('sleep', { lesson: 'sleep', percent: 40, seconds: 81 })),
    asks(putProgress, { slug: KIT, lesson: 'sleep', percent: 100, seconds: 81 }),
  ],
  [
    'a lesson that nobody began is done',
    () => given(useKeepProgress).mutateAsync(doneWith('sleep', undefined)),
    asks(putProgress, { slug: KIT, lesson: 'sleep', percent: 100, seconds: 0 }),
  ],
  [
    'a place in a webinar',
    () => given(() => usePlace('sleep')).register.mutateAsync(),
    asks(registerForWebinar, { slug: 'sleep' }),
  ],
  [
    'a place is given back',
    () => given(() => usePlace('sleep')).leave.mutateAsync(),
    asks(leaveWebinar, { slug: 'sleep' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
