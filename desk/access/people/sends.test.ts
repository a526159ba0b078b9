import { blockPerson, endPersonSessions, searchPeople, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { type Act, useAct, useSearch } from './queries.ts'

const person = { kind: 'patient', id: '10000000-0000-4000-8000-000000000001' } as const
const reason = 'Lost their phone'
const sessionId = '10000000-0000-4000-8000-000000000002'
const doing = (act: Act) => () => given(() => useAct(person)).mutateAsync({ act, reason })

test.each([
  ['who is looked for', () => given(useSearch).mutateAsync('Lucía'), asks(searchPeople, { query: 'Lucía' })],
  ['somebody is kept out', doing({ name: 'block' }), asks(blockPerson, { ...person, reason })],
  ['and let in again', doing({ name: 'unblock' }), asks(unblockPerson, { ...person, reason })],
  ['all of their sessions end', doing({ name: 'end-sessions' }), asks(endPersonSessions, { ...person, reason })],
  [
    'the one session that was meant ends, and no other',
    doing({ name: 'end-session', sessionId }),
    asks(endPersonSessions, { ...person, reason, sessionId }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
