import { summaryProblem } from '@cuida/core/booking/questions/answers.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { SUMMARY_MAX, SUMMARY_MIN } from '@cuida/core/kit/assumptions.ts'
import { holdsCardNumber } from '@cuida/core/kit/card-number.ts'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import type { FieldBinding } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'

const MESSAGES: Record<string, () => string> = {
  TOO_SHORT: () => t('booking.summary.tooShort', { min: SUMMARY_MIN }),
  TOO_LONG: () => t('booking.summary.tooLong', { max: SUMMARY_MAX }),
  CARD_NUMBER_REFUSED: () => t('booking.problem.card'),
}
export const summaryMessage = (code: string): string => MESSAGES[code]?.() ?? t('booking.summary.required')

/** The problem of a summary, as the server checks it; blank text is a problem without answered questions. */
export const checkSummary = (summary: string, questions: readonly Question[]) =>
  holdsCardNumber(summary) ? ('CARD_NUMBER_REFUSED' as const) : summaryProblem(summary, questions)

/** The patient's own description of the reason, with examples. */
export function SummaryField({ optional, ...field }: FieldBinding<string> & { optional?: boolean }) {
  return (
    <div>
      <TextArea label={t('booking.summary.label')} optional={optional} most={SUMMARY_MAX} rows={6} {...field} />
      <details>
        <summary>{t('booking.summary.examples')}</summary>
        <Stack>
          <p>{t('booking.summary.example1')}</p>
          <p>{t('booking.summary.example2')}</p>
        </Stack>
      </details>
    </div>
  )
}
