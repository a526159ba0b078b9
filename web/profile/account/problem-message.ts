import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'

/** What is wrong with a field: its own words, those of registration, or the general ones. */
export function problemMessage(field: string, code: string): string {
  const keys = [
    `profile.${field}.${code}`,
    `access.profile.${field}.${code}`,
    `profile.problem.${code}`,
    `access.profile.problem.${code}`,
  ]
  return t(keys.find(hasMessage) ?? 'access.profile.problem.INVALID')
}
