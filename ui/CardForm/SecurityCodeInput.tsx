import { Field, type FieldText } from '../Field/Field.tsx'
import { t } from '../words/words.ts'
import css from './CardForm.module.css'

interface SecurityCodeInputProps extends FieldText {
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** 3, or 4 on the front of American Express. */
  length: number
}

/** The security code, with a picture of where it is printed. */
export function SecurityCodeInput({ name, value, onChange, onBlur, length, ...text }: SecurityCodeInputProps) {
  const help = (
    <span className={css.where}>
      <CardPicture front={length === 4} />
      <span>{t(length === 4 ? 'ui.card.codeOnFront' : 'ui.card.codeOnBack')}</span>
    </span>
  )
  return (
    <Field {...text} hint={text.hint ?? help}>
      {({ className, ...control }) => (
        <input
          {...control}
          className={`${className} ${css.code}`}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={length}
          value={value}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}

function CardPicture({ front }: { front: boolean }) {
  return (
    <svg className={css.picture} viewBox="0 0 48 32" width="48" height="32" aria-hidden="true">
      <rect x="1" y="1" width="46" height="30" rx="4" />
      {front ? <path d="M7 23h14M7 9h6v5H7z" /> : <path d="M1 9h46M7 18h20" strokeWidth="4" />}
      <circle className={css.spot} cx={front ? 38 : 36} cy={front ? 13 : 19} r="6" />
    </svg>
  )
}
