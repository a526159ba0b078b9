import type { EditRequest } from '@cuida/core/care/record/history.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { sentenceProblem } from '../prescription/sentence.ts'
import css from './RecordPanel.module.css'
import { useDecline } from './record-queries.ts'

/** Says why the record stays as it is, in words that the patient reads. */
export function DeclineDialog({ request, onClose }: { request: EditRequest; onClose: () => void }) {
  const decline = useDecline(request.id)
  const formId = useId()
  const form = useForm({
    initial: { answer: '' },
    check: ({ answer }) => ({ answer: sentenceProblem(answer) }),
    submit: async ({ answer }) => {
      await decline.mutateAsync(answer.trim())
      showToast(t('desk.record.declined'))
      onClose()
    },
    words: (_, code) => t(`desk.record.sentence.${code}`),
  })
  return (
    <Dialog
      open
      title={t('desk.record.request.declineTitle')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t('desk.record.request.send')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p className={css.words}>{request.text}</p>
        <Failure failure={form.failure} />
        <TextArea
          label={t('desk.record.request.answer')}
          hint={t('desk.record.request.answerHint')}
          most={500}
          {...form.field('answer')}
        />
      </form>
    </Dialog>
  )
}
