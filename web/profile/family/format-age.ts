import { ageOn } from '@cuida/core/profile/account/age.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "9 años"; a baby's age is not "0 años". */
export const formatAge = (years: number): string =>
  years === 0 ? t('profile.family.baby') : t('profile.family.years', { years })

/** A family member: the age only where the partner shows ages, the date of birth always. */
export const formatBirth = (dateOfBirth: string, { displayAge }: { displayAge: boolean }, today: string): string =>
  displayAge ? `${formatAge(ageOn(dateOfBirth, today))} · ${formatDate(dateOfBirth)}` : formatDate(dateOfBirth)
