import { useRef } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import { useEarlyInput } from '../Field/use-early-input.ts'
import { t, useLocale } from '../i18n/messages.ts'
import css from './PhoneInput.module.css'

/** The field's value exactly as typed. The app parses it, as it has the numbering plans. */
export interface TypedPhone {
  /** ISO 3166 code, such as ES. */
  country: string
  number: string
}
export interface PhoneCountry {
  country: string
  /** Without the plus, such as 34. */
  callingCode: string
}

interface PhoneInputProps extends FieldText {
  name?: string
  value: TypedPhone
  onChange: (value: TypedPhone) => void
  onBlur?: () => void
  countries: readonly PhoneCountry[]
  autoComplete?: string
}

/** A mobile number: a native country list that shows "+34", and a text that is never reformatted. */
export function PhoneInput({ name, value, onChange, onBlur, countries, autoComplete, ...text }: PhoneInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(input, value.number, (number) => onChange({ ...value, number }))
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const selectedCountry = countries.find(({ country }) => country === value.country)
  return (
    <Field {...text}>
      {({ className, ...control }) => (
        <div className={css.pair}>
          <div className={css.country}>
            <span className={css.code} aria-hidden="true">
              +{selectedCountry?.callingCode}
            </span>
            <select
              className={className}
              aria-label={t('ui.phone.country')}
              autoComplete="tel-country-code"
              value={value.country}
              onChange={(event) => onChange({ ...value, country: event.target.value })}
            >
              {countries.map(({ country, callingCode }) => (
                <option key={country} value={country}>
                  {names.of(country)} (+{callingCode})
                </option>
              ))}
            </select>
          </div>
          <input
            {...control}
            className={className}
            ref={input}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete={autoComplete ?? 'tel-national'}
            value={value.number}
            onChange={(event) => onChange({ ...value, number: event.target.value })}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  )
}
