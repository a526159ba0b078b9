import { type ReactNode, useId } from 'react'
import { ChoiceRow } from '../ChoiceRow/ChoiceRow.tsx'
import { FieldGroup, type FieldText } from '../Field/Field.tsx'
import { t } from '../i18n/messages.ts'
import css from './RadioGroup.module.css'

export interface RadioOption<T extends string = string> {
  value: T
  label: ReactNode
  detail?: ReactNode
  aside?: ReactNode
}

interface RadioGroupProps<T extends string> extends FieldText {
  name?: string
  value: T | undefined | ''
  onChange: (value: T) => void
  options: readonly RadioOption<T>[]
  /** Two short options side by side where they fit. */
  pair?: boolean
}

/** Up to six options, one per row. */
export function RadioGroup<T extends string>({
  name,
  value,
  onChange,
  options,
  pair,
  id,
  ...text
}: RadioGroupProps<T>) {
  const own = useId()
  return (
    <FieldGroup {...text} role="radiogroup">
      <div className={pair ? css.pair : css.rows}>
        {options.map((option, index) => (
          <ChoiceRow
            {...option}
            key={option.value}
            id={index === 0 ? id : undefined}
            type="radio"
            name={name ? `${own}${name}` : own}
            checked={value === option.value}
            invalid={text.error !== undefined}
            required={!text.optional}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

interface YesNoProps extends FieldText {
  name?: string
  value: boolean | undefined
  onChange: (value: boolean) => void
}

/** A yes/no question without a default answer. */
export function YesNo({ value, onChange, ...rest }: YesNoProps) {
  const options = [
    { value: 'yes', label: t('ui.yes') },
    { value: 'no', label: t('ui.no') },
  ] as const
  const selectedAnswer = value === undefined ? undefined : value ? 'yes' : 'no'
  return (
    <RadioGroup
      {...rest}
      pair
      options={options}
      value={selectedAnswer}
      onChange={(answer) => onChange(answer === 'yes')}
    />
  )
}
