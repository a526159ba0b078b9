import * as v from 'valibot'
import { AccountProfile } from '../access/account-profile.ts'
import { call } from '../kit/call.ts'
import { Dependant } from './profile.ts'

/** What is told of a new dependant. Contact data are the holder's: nobody writes to a child. */
export const DependantProfile = v.pick(AccountProfile, [
  'firstName',
  'lastName',
  'dateOfBirth',
  'sex',
  'genderInfo',
  'cpf',
  'nationalIdentificationNumber',
])
export type DependantProfile = v.InferOutput<typeof DependantProfile>

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
