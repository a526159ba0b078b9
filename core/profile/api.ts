import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Dependant, DependantProfile, Profile } from './profile.ts'

export const me = call({ method: 'GET', path: '/user/me', access: 'access', reply: Profile })

/** Adds a minor to the caller's family. The same child again, however it came to that, is the child that is there. */
export const registerDependant = call({
  method: 'POST',
  path: '/auth/register/dependant',
  access: 'access',
  body: v.object({ profile: DependantProfile }),
  reply: Dependant,
  status: 201,
  refusals: {
    DEPENDANTS_NOT_ALLOWED: 403,
    TOO_MANY_DEPENDANTS: 409,
    DEPENDANT_DUPLICATED: 409,
    CPF_DUPLICATED: 409,
    DOCUMENT_DUPLICATED: 409,
    CPF_GET_DATA_ERROR: 409,
    IDEMPOTENCY_MISMATCH: 422,
    RATE_LIMITED: 429,
  },
})
