import { answerQuestion, routeQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useAnswer, useSendOn } from './queries.ts'

const id = '10000000-0000-4000-8000-000000000001'

test.each([
  [
    'an answer',
    () => given(() => useAnswer(id)).mutateAsync('Twice a day'),
    asks(answerQuestion, { id, text: 'Twice a day' }),
  ],
  [
    'on to whom it is for',
    () => given(() => useSendOn(id)).mutateAsync('nutrition'),
    asks(routeQuestion, { id, topic: 'nutrition' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
