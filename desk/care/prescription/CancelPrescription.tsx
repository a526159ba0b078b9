import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import { useCancelPrescription } from './prescription-queries.ts'

/** Asks why: the reason stays in the record. A pharmacy may have been faster, which the list then says. */
export function CancelPrescription(props: { consultationId: string; prescriptionId: string; onClose: () => void }) {
  const { consultationId, prescriptionId, onClose } = props
  const cancel = useCancelPrescription(consultationId, prescriptionId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => cancel.mutateAsync(reason.trim()),
    words: (_, problem) => t(`desk.prescription.reason.${problem}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.prescription.cancelTitle')}
      lead={t('desk.prescription.cancelText')}
      act={t('desk.prescription.cancel')}
      variant="danger"
    >
      <TextArea label={t('desk.prescription.reason')} most={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}
