import { type InputHTMLAttributes, type ReactNode, useRef } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import { useEarlyInput } from '../Field/use-early-input.ts'

interface TextInputProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'className' | 'type'> {
  /** E-mail addresses use `<EmailInput>`. */
  type?: 'text' | 'search' | 'tel' | 'date' | 'time'
  value: string
  onChange: (value: string) => void
  below?: ReactNode
}

/** One line of text. Accepts every other attribute of `<input>`. */
export function TextInput({ label, hint, error, optional, id, below, value, onChange, ...rest }: TextInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(input, value, onChange)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id} below={below}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          ref={input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
