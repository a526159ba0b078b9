import { type ReactNode, useId } from 'react'
import { ChoiceRow } from '../ChoiceRow/ChoiceRow.tsx'
import { FieldError, FieldGroup, type FieldText } from '../Field/Field.tsx'
import type { RadioOption } from '../RadioGroup/RadioGroup.tsx'
import css from './Checkbox.module.css'

interface CheckboxRowProps {
  id?: string
  name?: string
  value: boolean
  onChange: (value: boolean) => void
  /** May hold links, such as the terms. */
  label: ReactNode
  detail?: ReactNode
  error?: string | undefined
  optional?: boolean
}

/** A single checkbox, for consent or for a setting. */
export function CheckboxRow({ id, name, value, onChange, label, detail, error, optional }: CheckboxRowProps) {
  const own = useId()
  const errorId = `${id ?? own}-error`
  return (
    <div className={css.one}>
      <ChoiceRow
        id={id}
        name={name}
        label={label}
        detail={detail}
        onChange={onChange}
        type="checkbox"
        checked={value}
        invalid={error !== undefined}
        required={!optional}
        describedBy={error ? errorId : undefined}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

interface CheckboxGroupProps<T extends string> extends FieldText {
  name?: string
  value: readonly T[]
  onChange: (value: T[]) => void
  options: readonly RadioOption<T>[]
  /** Lays out many short options side by side where they fit. */
  beside?: boolean
}

/** Any number of options; the value keeps the order of the list. */
export function CheckboxGroup<T extends string>({
  value,
  onChange,
  options,
  id,
  name,
  beside,
  ...text
}: CheckboxGroupProps<T>) {
  const order = options.map((option) => option.value)
  const change = (option: T, checked: boolean) =>
    onChange(order.filter((one) => (one === option ? checked : value.includes(one))))
  return (
    <FieldGroup {...text}>
      <div className={css.rows} data-beside={beside || undefined}>
        {options.map((option, index) => (
          <ChoiceRow
            {...option}
            key={option.value}
            id={index === 0 ? id : undefined}
            name={name}
            type="checkbox"
            checked={value.includes(option.value)}
            invalid={text.error !== undefined}
            onChange={(checked) => change(option.value, checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
