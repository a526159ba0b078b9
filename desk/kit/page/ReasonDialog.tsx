import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import type { ReactNode } from 'react'
import { MAX_REASON_LENGTH, reasonProblem } from '../reason.ts'
import { FormDialog } from './FormDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** Explains the consequence. */
  text: string
  /** The label of the submit button. */
  act: string
  variant: 'primary' | 'danger'
  /** Further fields. */
  children?: ReactNode
  onReason: (reason: string) => Promise<unknown>
  /** The announcement after success. */
  done: () => string
  onClose: () => void
}

/** Explains an action and asks for the reason. */
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
        most={MAX_REASON_LENGTH}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
