import { characterClasses, PASSWORD_MIN } from '@cuida/core/profile/account/password.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { PasswordRule } from '@cuida/ui/PasswordInput/PasswordInput.tsx'

/** The rules of A5.7, as ticks below the field. */
export const passwordRules = (password: string): PasswordRule[] => [
  { label: t('access.profile.rule.length', { least: PASSWORD_MIN }), met: password.length >= PASSWORD_MIN },
  { label: t('access.profile.rule.classes'), met: characterClasses(password) >= 3 },
]
