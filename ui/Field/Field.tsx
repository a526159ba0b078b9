import { type ReactNode, useId } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './Field.module.css'

/** The texts around a control. Errors are translated messages. */
export interface FieldText {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Marked "(opcional)"; required fields have no mark. */
  optional?: boolean | undefined
  id?: string | undefined
  /** The heading of the screen already asks the question: the label is for screen readers only. */
  labelHidden?: boolean | undefined
}

export interface ControlProps {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps extends FieldText {
  children: (control: ControlProps) => ReactNode
  /** Below the control and above the error: a counter, rules or a saved mark. */
  below?: ReactNode
}

/** Label, hint, control and error for a single control, in this order. */
export function Field({ label, hint, error, optional, id, labelHidden, below, children }: FieldProps) {
  const own = useId()
  const controlId = id ?? own
  return (
    <div className={css.field} data-error={error ? '' : undefined}>
      <label className={css.label} data-hidden={(labelHidden && !optional) || undefined} htmlFor={controlId}>
        <Label optional={optional} hidden={labelHidden}>
          {label}
        </Label>
      </label>
      <Hint id={`${controlId}-hint`}>{hint}</Hint>
      {children({
        id: controlId,
        className: css.control,
        'aria-describedby': describedBy(controlId, hint, error),
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {below}
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
    </div>
  )
}

interface FieldGroupProps extends FieldText {
  children: ReactNode
  below?: ReactNode
  role?: 'radiogroup' | 'group'
}

/** The same for several controls, such as radio buttons or the parts of a date. `id` belongs to the first control. */
export function FieldGroup(props: FieldGroupProps) {
  const { label, hint, error, optional, labelHidden, below, children, role = 'group' } = props
  const id = useId()
  return (
    <fieldset
      className={css.field}
      role={role}
      aria-describedby={describedBy(id, hint, error)}
      aria-invalid={role === 'radiogroup' && error ? true : undefined}
      data-error={error ? '' : undefined}
    >
      <legend className={css.label} data-hidden={(labelHidden && !optional) || undefined}>
        <Label optional={optional} hidden={labelHidden}>
          {label}
        </Label>
      </legend>
      <Hint id={`${id}-hint`}>{hint}</Hint>
      {children}
      {below}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

interface LabelProps {
  optional: boolean | undefined
  hidden: boolean | undefined
  children: ReactNode
}

function Label({ optional, hidden, children }: LabelProps) {
  return (
    <>
      {hidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
      {optional && <span className={css.optional}> {t('ui.optional')}</span>}
    </>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <div className={css.hint} id={id}>
      {children}
    </div>
  ) : null
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return children ? (
    <p className={css.error} id={id}>
      <Icon name="error" size={20} />
      <span>{children}</span>
    </p>
  ) : null
}

export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
