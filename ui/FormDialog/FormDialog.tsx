import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Button } from '../Button/Button.tsx'
import { Dialog } from '../Dialog/Dialog.tsx'
import { ErrorSummary } from '../ErrorSummary/ErrorSummary.tsx'
import type { IconName } from '../Icon/Icon.tsx'
import css from './FormDialog.module.css'
import type { DialogForm } from './use-dialog-form.ts'

export interface FormDialogProps<V extends object> {
  /** From `useDialogForm`. */
  form: DialogForm<V>
  title: ReactNode
  /** The consequence, above the fields. */
  lead?: ReactNode
  /** Label of the submit button; without it the dialog only informs. */
  act?: string | undefined
  variant?: 'primary' | 'danger' | undefined
  icon?: IconName | undefined
  /** Buttons before and after the submit button. One after it that submits too needs the id of the form. */
  before?: ReactNode
  after?: ReactNode | ((formId: string) => ReactNode)
  /** Renders the failure of the submit and what to do. */
  refused: (failure: unknown) => ReactNode
  /** A failure outside the form, such as options that did not load or another refused action. */
  failure?: unknown
  children?: ReactNode
}

/**
 * A form in a dialog: explanation, errors, fields and the submit button. Each app wraps it with its own failure
 * messages (`kit`).
 */
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
            {typeof after === 'function' ? after(id) : after}
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

/** Enter on a radio button must not submit an action that cannot be undone; the submit button does. */
function choosingIsNoYes(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.target as Partial<HTMLInputElement>).type === 'radio') event.preventDefault()
}
