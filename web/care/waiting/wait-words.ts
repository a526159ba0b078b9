import { t } from '@cuida/ui/words/words.ts'

/** The specification's "less than 5 minutes" is said when that is what the queue says; "between 0 and" is no range. */
export const waitWords = ({ from, to }: { from: number; to: number }): string =>
  from === 0 ? t('care.one.waitUpTo', { to }) : t('care.one.wait', { from, to })
