import type { ReactNode } from 'react'
import css from './ChoiceRow.module.css'

interface ChoiceRowProps {
  type: 'radio' | 'checkbox'
  id?: string | undefined
  name?: string | undefined
  value?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  /** A smaller second line. */
  detail?: ReactNode
  /** At the end of the row, such as a price or a card logo. */
  aside?: ReactNode
  invalid?: boolean | undefined
  describedBy?: string | undefined
  required?: boolean | undefined
}

/**
 * A radio button or checkbox whose whole row is the target. The input itself draws the row, so that the focus ring
 * surrounds it.
 */
export function ChoiceRow({
  type,
  label,
  detail,
  aside,
  onChange,
  invalid,
  describedBy,
  required,
  ...input
}: ChoiceRowProps) {
  return (
    <label className={css.row}>
      <input
        {...input}
        type={type}
        className={css.input}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        required={required}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={css.mark} data-type={type} aria-hidden="true" />
      <span className={css.text}>
        <span>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
      {aside && <span className={css.aside}>{aside}</span>}
    </label>
  )
}
