import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import { useHide } from './record-queries.ts'

interface HideDialogProps {
  id: string
  documentId: string
  name: string
  onClose: () => void
}

/** Says what will happen and asks why. */
export function HideDialog({ id, documentId, name, onClose }: HideDialogProps) {
  const hide = useHide(id, documentId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => hide.mutateAsync(reason.trim()),
    words: (_, code) => t(`desk.documents.reason.${code}`),
    done: () => t('desk.documents.hidden'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={name}
      lead={t('desk.documents.hideText')}
      act={t('desk.documents.hide')}
      variant="danger"
    >
      <TextArea
        label={t('desk.documents.reason')}
        hint={t('desk.documents.reasonHint')}
        most={LONGEST_REASON}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
