import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { sentenceProblem } from '../prescription/sentence.ts'
import { useBreakGlass } from './record-queries.ts'

interface BreakGlassDialogProps {
  name: string
  known: { phone: string; dateOfBirth: string; firstName: string }
  onClose: () => void
}

/** Opens the record of somebody who waits, before they are attended: only the reason is missing. */
export function BreakGlassDialog({ name, known, onClose }: BreakGlassDialogProps) {
  const open = useBreakGlass()
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: sentenceProblem(reason, 20) }),
    submit: ({ reason }) => open.mutateAsync({ ...known, reason: reason.trim() }),
    words: (_, code) => t(`desk.record.emergency.reason.${code}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.record.emergency.title', { name })}
      act={t('desk.record.emergency.confirm')}
      variant="danger"
      icon="lock"
    >
      <Alert tone="warning" title={t('desk.record.emergency.text')} />
      <TextArea
        label={t('desk.record.emergency.reason')}
        hint={t('desk.record.emergency.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
