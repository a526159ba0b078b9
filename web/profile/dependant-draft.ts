import { dayInUtc } from '@cuida/core/profile/age.ts'
import type { DependantProfile } from '@cuida/core/profile/dependant-api.ts'
import { cpfDigits } from '@cuida/core/profile/documents.ts'
import { dependantProblems, type ProfileRules } from '@cuida/core/profile/problems.ts'
import type { PersonDraft } from '../access/PersonFields.tsx'

export const emptyDependant = (documentType: string): PersonDraft => ({
  ...{ firstName: '', lastName: '', dateOfBirth: '', sex: '' },
  ...{ documentType, documentNumber: '', cpf: '' },
})

/** The rules of core under the form's own names. Ages are told by the server's day. */
export function dependantDraftProblems(draft: PersonDraft, rules: ProfileRules, now: Date) {
  const problems = dependantProblems(unflatten(draft), { ...rules, today: dayInUtc(now) })
  const entries = Object.entries(problems).map(([field, problem]) => [field.split('.').at(-1) ?? field, problem])
  return Object.fromEntries(entries) as Partial<Record<keyof PersonDraft, string>>
}

/** A draft without problems is a `DependantProfile`. What was left empty is not sent. */
export const dependantOf = (draft: PersonDraft): DependantProfile => unflatten(draft) as DependantProfile

function unflatten({ documentType, documentNumber, cpf, ...rest }: PersonDraft) {
  return {
    ...rest,
    firstName: rest.firstName.trim(),
    lastName: rest.lastName.trim(),
    ...(cpf.trim() ? { cpf: cpfDigits(cpf) } : {}),
    ...(documentNumber.trim() ? { nationalIdentificationNumber: { documentType, documentNumber } } : {}),
  }
}
