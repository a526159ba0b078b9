import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { type DisputeAct, useDisputeAct } from './dispute-queries.ts'

/** Says what it means, and asks what it must know. */
export function DisputeDialog({ id, act, onClose }: { id: string; act: DisputeAct; onClose: () => void }) {
  const perform = useDisputeAct(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => perform.mutateAsync({ act, reason: reason.trim() }),
    words: (_, problem) => t(`desk.orders.reason.${problem}`),
    done: () => t(`desk.disputes.done.${act}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.disputes.ask.${act}.title`)}
      lead={t(`desk.disputes.ask.${act}.text`)}
      act={t(`desk.disputes.confirm.${act}`)}
    >
      <TextArea
        label={t('desk.orders.reason')}
        hint={t('desk.orders.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
