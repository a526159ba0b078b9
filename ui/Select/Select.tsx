import type { SelectHTMLAttributes } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import css from './Select.module.css'

export interface SelectOption<T extends string = string> {
  value: T
  label: string
}

interface SelectProps<T extends string>
  extends FieldText,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'id' | 'className'> {
  value: T | ''
  onChange: (value: T) => void
  options: readonly SelectOption<T>[]
  /** An empty first option, for no choice yet. */
  placeholder?: string
}

/** A native select for seven options or more; fewer options are radio buttons. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hint, error, optional, id, value, onChange, options, placeholder, ...rest } = props
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {({ className, ...control }) => (
        <div className={css.box}>
          <select
            {...rest}
            {...control}
            className={className}
            value={value}
            onChange={(event) => {
              const selectedOption = options.find((option) => option.value === event.target.value)
              if (selectedOption) onChange(selectedOption.value)
            }}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
