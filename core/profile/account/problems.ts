import * as v from 'valibot'
import { phoneCountriesOf } from '../../access/phone-countries.ts'
import type { Config } from '../../brand/config.ts'
import { isEmailAddress, tidyEmail } from '../../kit/email-address.ts'
import { tidyName } from '../../kit/pasted-text.ts'
import { localTime } from '../../kit/zone.ts'
import { ADULT_AGE, ageOn, type BirthProblem, dateOfBirthProblem } from './age.ts'
import { cpfDigits, isCpf, isDocument, tidyDocument } from './documents.ts'
import { type PasswordProblem, passwordProblem } from './password.ts'
import { DocumentType, Sex } from './profile.ts'

/** Problem codes; form and server translate them with the locale keys of these names. */
export type ProfileProblem = BirthProblem | PasswordProblem | 'TOO_YOUNG' | 'TOO_OLD' | 'NOT_ALLOWED'
export type ProfileProblems = Partial<Record<ProfileField, ProfileProblem>>
export type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'dateOfBirth'
  | 'sex'
  | 'genderInfo'
  | 'cpf'
  | 'nationalIdentificationNumber.documentType'
  | 'nationalIdentificationNumber.documentNumber'
  | 'password'
  | 'email'
  | 'phone'
  | 'termsAccepted'

/** A holder's profile in a form: any field may be missing. A complete `AccountProfile` is one too. */
export interface ProfileDraft {
  firstName?: string | undefined
  lastName?: string | undefined
  dateOfBirth?: string | undefined
  sex?: string | undefined
  genderInfo?: string | null | undefined
  cpf?: string | undefined
  nationalIdentificationNumber?: { documentNumber?: string | undefined; documentType?: string | undefined } | undefined
  password?: string | undefined
  email?: string | undefined
  phone?: { number: string; country: string } | undefined
  termsAccepted?: boolean | undefined
}

export interface ProfileRules {
  /** Countries whose phone numbers the partner accepts. */
  countries: readonly string[]
  /** Documents that the partner asks for; empty: none. */
  documentTypes: readonly string[]
  requireCpf: boolean
  /** A registration may lack the document; one that is sent must be valid. */
  isDocumentLater?: boolean
  /** False for accounts from an identity provider, which have no password. */
  asksPassword?: boolean
  /** False in the API: a registration without acceptance creates an account that still has to accept. */
  asksTerms?: boolean
  /** YYYY-MM-DD in the patient's time zone. */
  today: string
}

/** The partner's rules at this moment. A partner that lists CPF asks for it as the profile's `cpf`. */
export function profileRules(
  config: Pick<Config, 'countryCodes' | 'documentTypes' | 'timeZone'> & Partial<Pick<Config, 'askedLater'>>,
  now: Date,
): ProfileRules {
  return {
    countries: config.countryCodes,
    documentTypes: config.documentTypes.filter((type) => type !== 'CPF'),
    requireCpf: config.documentTypes.includes('CPF'),
    isDocumentLater: config.askedLater?.includes('document') ?? false,
    today: localTime(config.timeZone, now).day,
  }
}

/** All problems of a new holder's profile by field; empty when the account can be created. */
export function profileProblems(profile: ProfileDraft, rules: ProfileRules): ProfileProblems {
  const document = profile.nationalIdentificationNumber
  const isLacking = rules.isDocumentLater && !document?.documentNumber
  const documentTypes = isLacking ? [] : rules.documentTypes
  const problems: { [F in ProfileField]: ProfileProblem | undefined } = {
    firstName: nameProblem(profile.firstName, 80),
    lastName: nameProblem(profile.lastName, 120),
    dateOfBirth: holderBirthProblem(profile.dateOfBirth ?? '', rules.today),
    sex: profile.sex ? (v.is(Sex, profile.sex) ? undefined : 'INVALID') : 'REQUIRED',
    genderInfo: (profile.genderInfo ?? '').length > 120 ? 'TOO_LONG' : undefined,
    cpf: cpfProblem(profile.cpf ?? '', rules.requireCpf),
    'nationalIdentificationNumber.documentType': documentTypeProblem(document?.documentType, documentTypes),
    'nationalIdentificationNumber.documentNumber': documentNumberProblem(document, documentTypes),
    password: rules.asksPassword === false ? undefined : passwordProblem(profile.password ?? ''),
    email: emailProblem(profile.email ?? ''),
    phone: phoneProblem(profile.phone, rules.countries),
    termsAccepted: profile.termsAccepted || rules.asksTerms === false ? undefined : 'REQUIRED',
  }
  return Object.fromEntries(Object.entries(problems).filter(([_, problem]) => problem))
}

/** Problems of a document that is added to a profile, by the fields of `addIdentityDocument`. */
export function documentProblems(
  document: { documentType: string; documentNumber: string },
  { documentTypes }: Pick<ProfileRules, 'documentTypes'>,
): { documentType?: ProfileProblem; documentNumber?: ProfileProblem } {
  const documentType = documentTypeProblem(document.documentType, documentTypes)
  const documentNumber = documentNumberProblem(document, documentTypes)
  return { ...(documentType ? { documentType } : {}), ...(documentNumber ? { documentNumber } : {}) }
}

/** Problems of a profile change, by the same rules; absent fields are not checked. */
export function changeProblems(change: Pick<ProfileDraft, 'firstName' | 'lastName' | 'genderInfo'>): ProfileProblems {
  const problems: ProfileProblems = {}
  const note = (field: ProfileField, problem: ProfileProblem | undefined) => {
    if (problem) problems[field] = problem
  }
  if (change.firstName !== undefined) note('firstName', nameProblem(change.firstName, 80))
  if (change.lastName !== undefined) note('lastName', nameProblem(change.lastName, 120))
  note('genderInfo', (change.genderInfo ?? '').length > 120 ? 'TOO_LONG' : undefined)
  return problems
}

/** Fields of a dependant: no credentials, because dependants do not sign in. */
export const DEPENDANT_FIELDS = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'sex',
  'genderInfo',
  'cpf',
  'nationalIdentificationNumber.documentType',
  'nationalIdentificationNumber.documentNumber',
] as const satisfies readonly ProfileField[]

/** All problems of a dependant's profile by field. A document is optional, and must be valid if given. */
export function dependantProblems(profile: ProfileDraft, rules: ProfileRules): ProfileProblems {
  const hasDocument = Boolean(profile.nationalIdentificationNumber?.documentNumber?.trim())
  const dependantRules = { ...rules, requireCpf: false, documentTypes: hasDocument ? rules.documentTypes : [] }
  const problems: ProfileProblems = { ...profileProblems(profile, dependantRules) }
  const birth = dependantBirthProblem(profile.dateOfBirth ?? '', rules.today)
  const wrong = DEPENDANT_FIELDS.filter((field) => field !== 'dateOfBirth' && problems[field])
  return {
    ...Object.fromEntries(wrong.map((field) => [field, problems[field]])),
    ...(birth ? { dateOfBirth: birth } : {}),
  }
}

/** Dependants are minors (product 4.1): adults need their own account. */
export function dependantBirthProblem(dateOfBirth: string, today: string): ProfileProblem | undefined {
  const problem = dateOfBirthProblem(dateOfBirth, today)
  return problem ?? (ageOn(dateOfBirth, today) >= ADULT_AGE ? 'TOO_OLD' : undefined)
}

/** A5.6: at least 2 characters. Only control characters are refused; names are otherwise free. */
export function nameProblem(name: string | undefined, longest: number): ProfileProblem | undefined {
  const trimmed = tidyName(name ?? '')
  if (trimmed === '') return 'REQUIRED'
  if ([...trimmed].length < 2) return 'TOO_SHORT'
  if (trimmed.length > longest) return 'TOO_LONG'
  return /\p{Cc}/u.test(trimmed) ? 'INVALID' : undefined
}

/** Account holders are adults (product 4.1). */
export function holderBirthProblem(dateOfBirth: string, today: string): ProfileProblem | undefined {
  const problem = dateOfBirthProblem(dateOfBirth, today)
  return problem ?? (ageOn(dateOfBirth, today) < ADULT_AGE ? 'TOO_YOUNG' : undefined)
}

export function cpfProblem(cpf: string, required: boolean): ProfileProblem | undefined {
  if (cpf === '') return required ? 'REQUIRED' : undefined
  return isCpf(cpfDigits(cpf)) ? undefined : 'INVALID'
}

export function emailProblem(email: string): ProfileProblem | undefined {
  const address = tidyEmail(email)
  if (address === '') return 'REQUIRED'
  return isEmailAddress(address) ? undefined : 'INVALID'
}

/** Checks without the metadata of numbering plans, which client and server add with their own libraries. */
function phoneProblem(phone: ProfileDraft['phone'], countries: readonly string[]): ProfileProblem | undefined {
  if (!phone?.number) return 'REQUIRED'
  if (!phoneCountriesOf(countries).includes(phone.country)) return 'NOT_ALLOWED'
  return /^\+[1-9]\d{5,14}$/.test(phone.number) ? undefined : 'INVALID'
}

function documentTypeProblem(type: string | undefined, allowedTypes: readonly string[]): ProfileProblem | undefined {
  if (allowedTypes.length === 0) return undefined
  if (!type) return 'REQUIRED'
  return allowedTypes.includes(type) ? undefined : 'NOT_ALLOWED'
}

function documentNumberProblem(
  document: ProfileDraft['nationalIdentificationNumber'],
  allowedTypes: readonly string[],
): ProfileProblem | undefined {
  if (allowedTypes.length === 0) return undefined
  const number = tidyDocument(document?.documentNumber ?? '')
  if (number === '') return 'REQUIRED'
  const type = document?.documentType
  return v.is(DocumentType, type) && !isDocument(type, number) ? 'INVALID' : undefined
}
