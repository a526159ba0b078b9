import { Button, type ButtonVariant } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { type ReactNode, useId } from 'react'
import { Failure } from '../Failure.tsx'
import { LONGEST_REASON, reasonProblem } from '../reason.ts'
import css from './ReasonDialog.module.css'

interface ReasonDialogProps {
  title: string
  /** What will happen. */
  text: string
  /** What the button says that does it. */
  act: string
  variant: ButtonVariant
  /** What is asked besides. */
  children?: ReactNode
  /** Does it; closes the dialog itself when it is done. */
  onReason: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen and asks why. A refusal leaves the reason where it was. */
export function ReasonDialog({ title, text, act, variant, children, onReason, onClose }: ReasonDialogProps) {
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => onReason(reason.trim()),
    words: (_, code) => t(`desk.people.reason.${code === 'TOO_LONG' ? code : 'TOO_SHORT'}`),
  })
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant={variant} busy={form.busy}>
          {act}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{text}</p>
        <Failure failure={form.failure} />
        {children}
        <TextArea
          label={t('desk.people.reason')}
          hint={t('desk.people.reasonHint')}
          most={LONGEST_REASON}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
