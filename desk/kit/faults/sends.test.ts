import { doneWithFault } from '@cuida/core/kit/desk-fault-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useDoneWithFault } from './queries.ts'

const fingerprint = '0123456789abcdef0123456789abcdef'

test('who has seen to an error says which', async () =>
  expect(await leaving(() => given(useDoneWithFault).mutateAsync(fingerprint))).toEqual([
    asks(doneWithFault, { fingerprint }),
  ]))
