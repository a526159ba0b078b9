import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'

/** The message of a field problem: the field's own, registration's, or a general one. */
export function problemMessage(field: string, code: string): string {
  const keys = [
    `profile.${field}.${code}`,
    `access.profile.${field}.${code}`,
    `profile.problem.${code}`,
    `access.profile.problem.${code}`,
  ]
  return t(keys.find(hasMessage) ?? 'access.profile.problem.INVALID')
}
