import type { DeskQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './Questions.module.css'
import { useSendOn } from './queries.ts'

/** Sends a question to who knows more of it. */
export function TopicDialog({
  question: { id, topic: now },
  onClose,
}: {
  question: DeskQuestion
  onClose: () => void
}) {
  const sendOn = useSendOn(id)
  const formId = useId()
  const { field, props, failure, busy } = useForm<{ topic: QuestionTopic | '' }>({
    initial: { topic: '' },
    check: ({ topic }) => ({ topic: topic ? undefined : 'REQUIRED' }),
    submit: async ({ topic }) => {
      if (!topic) return
      await sendOn.mutateAsync(topic)
      showToast(t('desk.questions.routed', { topic: t(`support.topic.${topic}`) }))
      onClose()
    },
    words: () => t('desk.questions.topic.REQUIRED'),
  })
  return (
    <Dialog
      open
      title={t('desk.questions.route')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t('desk.questions.routeConfirm')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...props}>
        <p>{t('desk.questions.routeText')}</p>
        <Failure failure={failure} />
        <RadioGroup
          label={t('desk.questions.topic')}
          options={QuestionTopic.options
            .filter((topic) => topic !== now)
            .map((value) => ({ value, label: t(`support.topic.${value}`) }))}
          {...field('topic')}
        />
      </form>
    </Dialog>
  )
}
