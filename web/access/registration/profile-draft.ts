import type { Phone } from '@cuida/core/kit/shapes.ts'
import {
  type ProfileField,
  type ProfileProblems,
  type ProfileRules,
  profileProblems,
} from '@cuida/core/profile/account/problems.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import type { TypedPhone } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { phoneIn } from '../sign-in/phone.ts'
import type { KnownIdentity } from './registration.ts'

/** The form's values: flat strings, so that invalid input is kept as well. */
export interface Draft {
  firstName: string
  lastName: string
  dateOfBirth: string
  sex: string
  genderInfo: string
  documentType: string
  documentNumber: string
  cpf: string
  email: string
  /** As typed; requested only without a verified phone. */
  phone: TypedPhone
  password: string
  termsAccepted: boolean
}
type DraftField = keyof Draft & string

export const emptyDraft = (documentType: string, country: string): Draft => ({
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  sex: '',
  genderInfo: '',
  documentType,
  documentNumber: '',
  cpf: '',
  email: '',
  phone: { number: '', country },
  password: '',
  termsAccepted: false,
})

/** A draft prefilled by Google, by a company link, or with an earlier draft. */
export function startDraft(empty: Draft, known: KnownIdentity | undefined, profile: AccountProfile | undefined): Draft {
  if (!profile) return { ...empty, ...known, email: known?.email ?? '' }
  const { nationalIdentificationNumber: document, cpf = '', phone, ...rest } = profile
  return {
    ...empty,
    firstName: rest.firstName,
    lastName: rest.lastName,
    dateOfBirth: rest.dateOfBirth,
    sex: rest.sex,
    genderInfo: rest.genderInfo ?? '',
    email: rest.email,
    phone,
    cpf,
    documentType: document?.documentType ?? empty.documentType,
    documentNumber: document?.documentNumber ?? '',
  }
}

const FIELD: Partial<Record<ProfileField, DraftField>> = {
  'nationalIdentificationNumber.documentType': 'documentType',
  'nationalIdentificationNumber.documentNumber': 'documentNumber',
}

/** Core's rules under the form's field names. `phone` is the verified one; without it the typed one is checked. */
export function draftProblems(
  draft: Draft,
  phone: Phone | undefined,
  rules: ProfileRules,
): Partial<Record<DraftField, string>> {
  const problems: ProfileProblems = profileProblems(unflatten(draft, phone, rules), rules)
  const entries = Object.entries(problems).map(([field, problem]) => [FIELD[field as ProfileField] ?? field, problem])
  return Object.fromEntries(entries)
}

/** Turns a draft without problems into an `AccountProfile`. */
export function profileOf(draft: Draft, phone: Phone | undefined, rules: ProfileRules): AccountProfile {
  return unflatten(draft, phone, rules) as AccountProfile
}

function unflatten(draft: Draft, phone: Phone | undefined, rules: ProfileRules) {
  const { documentType, documentNumber, cpf, password, genderInfo, ...rest } = draft
  return {
    ...rest,
    firstName: rest.firstName.trim(),
    lastName: rest.lastName.trim(),
    ...(genderInfo.trim() ? { genderInfo: genderInfo.trim() } : {}),
    email: rest.email.trim(),
    phone: phone ?? phoneOf(rest.phone),
    ...(rules.asksPassword === false ? {} : { password }),
    ...(rules.requireCpf ? { cpf } : {}),
    ...(rules.documentTypes.length > 0 && !rules.isDocumentLater
      ? { nationalIdentificationNumber: { documentType, documentNumber } }
      : {}),
  }
}

/** The typed number in international form; an invalid one is returned as typed and fails every rule. */
export function phoneOf({ number, country }: TypedPhone): Phone {
  return phoneIn(parsePhoneNumberFromString, number, country) ?? { number: number.trim(), country }
}
