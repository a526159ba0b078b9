import { hasWords, t } from '@cuida/ui/words/words.ts'

/** What is wrong with a field: its own words, those of registration, or the general ones. */
export function problemWords(field: string, code: string): string {
  const keys = [
    `profile.${field}.${code}`,
    `access.profile.${field}.${code}`,
    `profile.problem.${code}`,
    `access.profile.problem.${code}`,
  ]
  return t(keys.find(hasWords) ?? 'access.profile.problem.INVALID')
}
