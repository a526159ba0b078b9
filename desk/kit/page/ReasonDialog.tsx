import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import type { ReactNode } from 'react'
import { LONGEST_REASON, reasonProblem } from '../reason.ts'
import { FormDialog } from './FormDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** What will happen. */
  text: string
  /** What the button says that does it. */
  act: string
  variant: 'primary' | 'danger'
  /** What is asked besides. */
  children?: ReactNode
  onReason: (reason: string) => Promise<unknown>
  /** What is said once it is done. */
  done: () => string
  onClose: () => void
}

/** Says what will happen and asks why. */
export function ReasonDialog({ title, text, act, variant, children, onReason, done, onClose }: ReasonDialogProps) {
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => onReason(reason.trim()),
    message: (_, code) => t(`desk.people.reason.${code === 'TOO_LONG' ? code : 'TOO_SHORT'}`),
    done,
    onClose,
  })
  return (
    <FormDialog form={form} title={title} lead={text} act={act} variant={variant}>
      {children}
      <TextArea
        label={t('desk.people.reason')}
        hint={t('desk.people.reasonHint')}
        most={LONGEST_REASON}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
