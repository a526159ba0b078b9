import type { DeskQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
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
  const form = useDialogForm<{ topic: QuestionTopic | '' }>({
    initial: { topic: '' },
    check: ({ topic }) => ({ topic: topic ? undefined : 'REQUIRED' }),
    submit: async ({ topic }) => topic && sendOn.mutateAsync(topic),
    words: () => t('desk.questions.topic.REQUIRED'),
    done: (_, { topic }) => t('desk.questions.routed', { topic: t(`support.topic.${topic}`) }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.questions.route')}
      lead={t('desk.questions.routeText')}
      act={t('desk.questions.routeConfirm')}
    >
      <RadioGroup
        label={t('desk.questions.topic')}
        options={QuestionTopic.options
          .filter((topic) => topic !== now)
          .map((value) => ({ value, label: t(`support.topic.${value}`) }))}
        {...form.field('topic')}
      />
    </FormDialog>
  )
}
