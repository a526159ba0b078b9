import { tidyPasted } from '@cuida/core/kit/pasted-text.ts'
import { type ChangeEvent, useRef } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import css from './CodeInput.module.css'

interface CodeInputProps extends FieldText {
  name?: string
  value: string
  onChange: (value: string) => void
  length?: number
  autoFocus?: boolean
}

/** One field for a verification code (OTP). It accepts spaces and paste, and submits its form when complete. */
export function CodeInput({ name, value, onChange, length = 6, autoFocus, ...text }: CodeInputProps) {
  const submitted = useRef('')
  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    const digits = tidyPasted(target.value).replaceAll(/\D/g, '').slice(0, length)
    onChange(digits)
    // A code that was just refused is not submitted again when the user adds a space.
    if (digits.length === length && digits !== submitted.current) target.form?.requestSubmit()
    submitted.current = digits
  }
  return (
    <Field {...text}>
      {({ className, ...control }) => (
        <input
          {...control}
          className={`${className} ${css.code}`}
          style={{ maxInlineSize: `${length * 1.35 + 3}em` }}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: the screen asks for nothing else, and the keyboard must be up
          autoFocus={autoFocus}
          value={value}
          onChange={change}
        />
      )}
    </Field>
  )
}
