import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Button } from '../Button/Button.tsx'
import { Dialog } from '../Dialog/Dialog.tsx'
import { ErrorSummary } from '../ErrorSummary/ErrorSummary.tsx'
import type { IconName } from '../Icon/Icon.tsx'
import css from './FormDialog.module.css'
import type { DialogForm } from './use-dialog-form.ts'

export interface FormDialogProps<V extends object> {
  /** Of `useDialogForm`. */
  form: DialogForm<V>
  title: ReactNode
  /** What will happen, before anything is asked. */
  lead?: ReactNode
  /** Label of the submit button; without it the dialog only informs. */
  act?: string | undefined
  variant?: 'primary' | 'danger' | undefined
  icon?: IconName | undefined
  /** Buttons before and after that one. */
  before?: ReactNode
  after?: ReactNode
  /** Why it did not come to pass, and what to do. */
  refused: (failure: unknown) => ReactNode
  /** What went wrong beside the form itself: what a field chooses from did not come, something else was refused. */
  failure?: unknown
  children?: ReactNode
}

/** A form in a dialog: what it means, what is wrong, what is asked, and the button that does it. Each app has its own (`kit`). */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { form, title, lead, act, variant = 'primary', icon, before, after, refused, failure, children } = props
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      busy={form.busy}
      onClose={form.close}
      actions={
        (act || before || after) && (
          <>
            {before}
            {act && (
              <Button type="submit" form={id} variant={variant} icon={icon} busy={form.busy}>
                {act}
              </Button>
            )}
            {after}
          </>
        )
      }
    >
      <form id={id} className={css.form} onKeyDown={variant === 'danger' ? choosingIsNoYes : undefined} {...form.props}>
        {typeof lead === 'string' ? <p>{lead}</p> : lead}
        <ErrorSummary {...form.summary} />
        {refused(form.failure ?? failure)}
        {children}
      </form>
    </Dialog>
  )
}

/** Enter on a reason that is being chosen does not do yet what cannot be undone: its own button does. */
function choosingIsNoYes(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.target as Partial<HTMLInputElement>).type === 'radio') event.preventDefault()
}
