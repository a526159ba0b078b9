import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { useResolveUntold } from './untold-queries.ts'

interface UntoldDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** How they were told, or that they could not be reached either. A refusal leaves what was typed where it was. */
export function UntoldDialog({ id, name, onClose }: UntoldDialogProps) {
  const resolve = useResolveUntold(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => resolve.mutateAsync(reason),
    words: (_, problem) => t(`desk.orders.reason.${problem}`),
    done: () => t('desk.untold.done'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.untold.tell.title', { name })} act={t('desk.untold.tell.save')}>
      <TextArea
        label={t('desk.untold.tell.reason')}
        hint={t('desk.untold.tell.hint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
