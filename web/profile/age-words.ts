import { t } from '@cuida/ui/words/words.ts'

/** "9 años"; a baby's age is not "0 años". */
export const ageWords = (years: number): string =>
  years === 0 ? t('profile.family.baby') : t('profile.family.years', { years })
