import { useId } from 'react'
import field from '../Field/Field.module.css'
import { FieldGroup, type FieldText } from '../Field/Field.tsx'
import { t } from '../words/words.ts'
import css from './CardForm.module.css'

export interface TypedExpiry {
  month: string
  year: string
}

interface CardExpiryInputProps extends FieldText {
  value: TypedExpiry
  onChange: (value: TypedExpiry) => void
  onBlur?: () => void
}

const PARTS = [
  { part: 'month', autoComplete: 'cc-exp-month', label: 'ui.card.month', example: 'ui.card.monthExample' },
  { part: 'year', autoComplete: 'cc-exp-year', label: 'ui.card.year', example: 'ui.card.yearExample' },
] as const

/** Month and year in two fields, each filled by the browser on its own. */
export function CardExpiryInput({ value, onChange, onBlur, id, ...text }: CardExpiryInputProps) {
  const own = useId()
  return (
    <FieldGroup {...text}>
      <div className={css.expiry}>
        {PARTS.map(({ part, autoComplete, label, example }, index) => (
          <input
            key={part}
            id={index === 0 && id ? id : `${own}-${part}`}
            className={field.control}
            type="text"
            inputMode="numeric"
            maxLength={4}
            placeholder={t(example)}
            autoComplete={autoComplete}
            aria-label={t(label)}
            aria-invalid={text.error ? true : undefined}
            aria-required
            value={value[part]}
            onChange={(event) => onChange({ ...value, [part]: event.target.value.replaceAll(/\D/g, '') })}
            onBlur={onBlur}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
