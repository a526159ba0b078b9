import type { EditRequest } from '@cuida/core/care/record/history.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { sentenceProblem } from '../prescription/sentence.ts'
import css from './RecordPanel.module.css'
import { useDecline } from './record-queries.ts'

/** Says why the record stays as it is, in words that the patient reads. */
export function DeclineDialog({ request, onClose }: { request: EditRequest; onClose: () => void }) {
  const decline = useDecline(request.id)
  const form = useDialogForm({
    initial: { answer: '' },
    check: ({ answer }) => ({ answer: sentenceProblem(answer) }),
    submit: ({ answer }) => decline.mutateAsync(answer.trim()),
    words: (_, code) => t(`desk.record.sentence.${code}`),
    done: () => t('desk.record.declined'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.record.request.declineTitle')} act={t('desk.record.request.send')}>
      <p className={css.words}>{request.text}</p>
      <TextArea
        label={t('desk.record.request.answer')}
        hint={t('desk.record.request.answerHint')}
        most={500}
        {...form.field('answer')}
      />
    </FormDialog>
  )
}
