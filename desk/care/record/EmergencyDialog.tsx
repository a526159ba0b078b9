import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { sentenceProblem } from '../prescription/sentence.ts'
import css from './RecordPanel.module.css'
import { useBreakGlass } from './record-queries.ts'

interface EmergencyDialogProps {
  name: string
  known: { phone: string; dateOfBirth: string; firstName: string }
  onClose: () => void
}

/** Opens the record of somebody who waits, before they are attended: only the reason is missing. */
export function EmergencyDialog({ name, known, onClose }: EmergencyDialogProps) {
  const open = useBreakGlass()
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: sentenceProblem(reason, 20) }),
    submit: async ({ reason }) => {
      await open.mutateAsync({ ...known, reason: reason.trim() })
      onClose()
    },
    words: (_, code) => t(`desk.record.emergency.reason.${code}`),
  })
  return (
    <Dialog
      open
      title={t('desk.record.emergency.title', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="danger" icon="lock" busy={form.busy}>
          {t('desk.record.emergency.confirm')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <Alert tone="warning" title={t('desk.record.emergency.text')} />
        <Failure failure={form.failure} />
        <TextArea
          label={t('desk.record.emergency.reason')}
          hint={t('desk.record.emergency.reasonHint')}
          most={500}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
