import type { Input } from '@cuida/core/kit/call.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { cpfDigits, tidyDocument } from '@cuida/core/profile/account/documents.ts'
import { dependantProblems, type ProfileRules } from '@cuida/core/profile/account/problems.ts'
import type { DependantDetails, DependantProfile, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import type { PersonDraft } from '../../access/registration/PersonFields.tsx'

export const emptyDependant = (documentType: string): PersonDraft => ({
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  sex: '',
  genderInfo: '',
  documentType,
  documentNumber: '',
  cpf: '',
})

/** Core's rules under the form's field names. Ages are computed for the server's day. */
export function dependantDraftProblems(draft: PersonDraft, rules: ProfileRules, now: Date) {
  const problems = dependantProblems(unflatten(draft), { ...rules, today: dayInUtc(now) })
  const entries = Object.entries(problems).map(([field, problem]) => [field.split('.').at(-1) ?? field, problem])
  return Object.fromEntries(entries) as Partial<Record<keyof PersonDraft, string>>
}

/** Turns a draft without problems into a `DependantProfile`. Empty fields are not sent. */
export const dependantOf = (draft: PersonDraft): DependantProfile => unflatten(draft) as DependantProfile

function unflatten({ documentType, documentNumber, cpf, ...rest }: PersonDraft) {
  return {
    ...rest,
    firstName: rest.firstName.trim(),
    lastName: rest.lastName.trim(),
    genderInfo: rest.genderInfo.trim() || null,
    ...(cpf.trim() ? { cpf: cpfDigits(cpf) } : {}),
    ...(documentNumber.trim() ? { nationalIdentificationNumber: { documentType, documentNumber } } : {}),
  }
}

/** A draft of a known child. */
export const draftOf = (child: DependantDetails, documentType: string): PersonDraft => ({
  firstName: child.firstName,
  lastName: child.lastName,
  dateOfBirth: child.dateOfBirth,
  sex: child.sex,
  genderInfo: child.genderInfo ?? '',
  documentType: child.document?.documentType ?? documentType,
  documentNumber: child.document?.documentNumber ?? '',
  cpf: child.cpf ?? '',
})

/** Only the changed fields: another tab may be changing others. An emptied number is removed. */
export function changesOf(before: PersonDraft, now: PersonDraft): Omit<Input<typeof updateDependant>, 'id'> {
  const was = unflatten(before)
  const is = unflatten(now)
  const names = ['firstName', 'lastName', 'dateOfBirth', 'sex', 'genderInfo'] as const
  const changed = names.filter((name) => is[name] !== was[name]).map((name) => [name, is[name]])
  const numberOf = (draft: PersonDraft) =>
    draft.documentNumber.trim() && `${draft.documentType} ${tidyDocument(draft.documentNumber)}`
  return {
    ...Object.fromEntries(changed),
    ...(is.cpf === was.cpf ? {} : { cpf: is.cpf ?? null }),
    ...(numberOf(now) === numberOf(before)
      ? {}
      : { nationalIdentificationNumber: is.nationalIdentificationNumber ?? null }),
  }
}
