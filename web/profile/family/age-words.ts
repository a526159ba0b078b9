import { ageOn } from '@cuida/core/profile/account/age.ts'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'

/** "9 años"; a baby's age is not "0 años". */
export const ageWords = (years: number): string =>
  years === 0 ? t('profile.family.baby') : t('profile.family.years', { years })

/** A child among the family: the age only where the partner shows ages, the date of birth always. */
export const bornWords = (dateOfBirth: string, { displayAge }: { displayAge: boolean }, today: string): string =>
  displayAge ? `${ageWords(ageOn(dateOfBirth, today))} · ${fullDate(dateOfBirth)}` : fullDate(dateOfBirth)
