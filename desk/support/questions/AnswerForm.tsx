import type { DeskQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { LONGEST_ANSWER, SHORTEST_ANSWER } from '@cuida/core/support/questions/question.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { keptDrafts } from '../../kit/drafts.ts'
import { Failure } from '../../kit/Failure.tsx'
import css from './Questions.module.css'
import { useAnswer } from './queries.ts'

const drafts = keptDrafts<string>()
export const draftOf = (id: string): string => drafts.get(id) ?? ''

/** Written once: the patient reads it as it is sent. */
export function AnswerForm({ question: { id, patient, askedBy } }: { question: DeskQuestion }) {
  const answer = useAnswer(id)
  const go = useLocation()[1]
  const { field, props, failure, busy } = useForm({
    initial: { text: draftOf(id) },
    check: ({ text }) => ({ text: textProblem(text) }),
    submit: async ({ text }) => {
      await answer.mutateAsync(text.trim())
      drafts.delete(id)
      showToast(t('desk.questions.sent', { name: (askedBy ?? patient).firstName }))
      go('/questions')
    },
    words: (_, code) => t(`desk.questions.answer.${code}`),
  })
  const { onChange, ...text } = field('text')
  return (
    <form className={css.form} {...props}>
      <TextArea
        label={t('desk.questions.answer')}
        hint={t('desk.questions.answerHint')}
        most={LONGEST_ANSWER}
        rows={6}
        {...text}
        onChange={(written) => {
          drafts.set(id, written)
          onChange(written)
        }}
      />
      <Failure failure={failure} />
      <Button type="submit" variant="primary" fit busy={busy}>
        {t('desk.questions.send')}
      </Button>
    </form>
  )
}

function textProblem(text: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const length = text.trim().length
  if (length < SHORTEST_ANSWER) return 'TOO_SHORT'
  return length > LONGEST_ANSWER ? 'TOO_LONG' : undefined
}
