import type { Phone } from '@cuida/core/kit/shapes.ts'
import {
  type ProfileField,
  type ProfileProblems,
  type ProfileRules,
  profileProblems,
} from '@cuida/core/profile/problems.ts'
import type { AccountProfile } from '@cuida/core/profile/profile.ts'

/** What the form holds: flat, everything a string, so that nothing typed is ever lost. */
export interface Draft {
  firstName: string
  lastName: string
  dateOfBirth: string
  sex: string
  documentType: string
  documentNumber: string
  cpf: string
  email: string
  password: string
  termsAccepted: boolean
}
type DraftField = keyof Draft & string

export const emptyDraft = (documentType: string): Draft => ({
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  sex: '',
  documentType,
  documentNumber: '',
  cpf: '',
  email: '',
  password: '',
  termsAccepted: false,
})

const FIELD: Partial<Record<ProfileField, DraftField>> = {
  'nationalIdentificationNumber.documentType': 'documentType',
  'nationalIdentificationNumber.documentNumber': 'documentNumber',
}

/** The rules of core under the form's own names. */
export function draftProblems(draft: Draft, phone: Phone, rules: ProfileRules): Partial<Record<DraftField, string>> {
  const problems: ProfileProblems = profileProblems(unflatten(draft, phone, rules), rules)
  const entries = Object.entries(problems).map(([field, problem]) => [FIELD[field as ProfileField] ?? field, problem])
  return Object.fromEntries(entries)
}

/** A draft without problems is an `AccountProfile`. */
export function profileOf(draft: Draft, phone: Phone, rules: ProfileRules): AccountProfile {
  return unflatten(draft, phone, rules) as AccountProfile
}

function unflatten(draft: Draft, phone: Phone, rules: ProfileRules) {
  const { documentType, documentNumber, cpf, ...rest } = draft
  return {
    ...rest,
    firstName: rest.firstName.trim(),
    lastName: rest.lastName.trim(),
    email: rest.email.trim(),
    phone,
    ...(rules.requireCpf ? { cpf } : {}),
    ...(rules.documentTypes.length > 0 ? { nationalIdentificationNumber: { documentType, documentNumber } } : {}),
  }
}
