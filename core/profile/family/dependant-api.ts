import * as v from 'valibot'
import { AccountProfile } from '../../access/account-profile.ts'
import { DocumentType, Sex } from '../../access/people/person-kinds.ts'
import { call } from '../../kit/call.ts'
import { Day, Id } from '../../kit/shapes.ts'
import { Dependant } from '../account/profile.ts'

/** Profile of a new dependant. Contact data are the holder's: dependants receive no messages. */
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

/** Adds a minor to the caller's family. A repeated request returns the existing dependant. */
export const registerDependant = call({
  method: 'POST',
  path: '/auth/register/dependant',
  repeat: 'handler',
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

/** All data of a dependant that the holder entered. */
export const DependantDetails = v.object({
  id: Id,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: Day,
  sex: Sex,
  genderInfo: v.nullable(v.string()),
  cpf: v.nullable(v.string()),
  document: v.nullable(v.object({ documentType: v.nullable(DocumentType), documentNumber: v.string() })),
  /** Care has begun: the identifying data (date of birth, documents) cannot change any more. */
  identityFixed: v.boolean(),
})
export type DependantDetails = v.InferOutput<typeof DependantDetails>

const DependantParams = v.object({ id: Id })

export const getDependant = call({
  method: 'GET',
  path: '/dependants/:id',
  access: 'access',
  params: DependantParams,
  reply: DependantDetails,
  refusals: { PATIENT_NOT_FOUND: 404 },
})

/** Changes only the fields in the request; `null` removes a document. From the 18th birthday on it returns 404. */
export const updateDependant = call({
  method: 'PATCH',
  path: '/dependants/:id',
  access: 'access',
  params: DependantParams,
  body: v.partial(
    v.object({
      ...v.omit(DependantProfile, ['cpf', 'nationalIdentificationNumber']).entries,
      cpf: v.nullable(DependantProfile.entries.cpf.wrapped),
      nationalIdentificationNumber: v.nullable(DependantProfile.entries.nationalIdentificationNumber.wrapped),
    }),
  ),
  reply: DependantDetails,
  refusals: {
    PATIENT_NOT_FOUND: 404,
    IDENTITY_FIXED: 409,
    DEPENDANT_DUPLICATED: 409,
    CPF_DUPLICATED: 409,
    DOCUMENT_DUPLICATED: 409,
    CPF_GET_DATA_ERROR: 409,
    RATE_LIMITED: 429,
  },
})
