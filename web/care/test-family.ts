import { me } from '@cuida/core/profile/account/api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { session } from '../kit/api.ts'

export const anaId = 'patient-1' as const
export const leoId = 'patient-2' as const

/** A mother and her son, and a mock server. */
export function mockFamilyServer({
  dependants = [{ id: leoId, firstName: 'Leo', emrId: 'emr-2' }],
}: {
  dependants?: object[]
} = {}) {
  signInTestUser(session)
  const server = mockServer()
  server.reply(me, { id: anaId, firstName: 'Ana', emrId: 'emr-1', dependants })
  return server
}
