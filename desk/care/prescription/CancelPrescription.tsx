import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import css from './Prescription.module.css'
import { useCancelPrescription } from './prescription-queries.ts'

/** Asks why: the reason stays in the record. A pharmacy may have been faster, which the list then says. */
export function CancelPrescription(props: { consultationId: string; prescriptionId: string; onClose: () => void }) {
  const { consultationId, prescriptionId, onClose } = props
  const cancel = useCancelPrescription(consultationId, prescriptionId)
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: async ({ reason }) => {
      await cancel.mutateAsync(reason.trim())
      onClose()
    },
    words: (_, problem) => t(`desk.prescription.reason.${problem}`),
  })
  return (
    <Dialog
      open
      title={t('desk.prescription.cancelTitle')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="danger" busy={form.busy}>
          {t('desk.prescription.cancel')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.prescription.cancelText')}</p>
        <Failure failure={form.failure} />
        <TextArea label={t('desk.prescription.reason')} most={LONGEST_REASON} {...form.field('reason')} />
      </form>
    </Dialog>
  )
}
