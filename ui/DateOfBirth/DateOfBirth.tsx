import { type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { useId, useState } from 'react'
import field from '../Field/Field.module.css'
import { FieldGroup, type FieldText } from '../Field/Field.tsx'
import { dateFormats } from '../i18n/format-basics.ts'
import { t, useLocale } from '../i18n/messages.ts'
import css from './DateOfBirth.module.css'

const LETTERS = { d: 'day', m: 'month', y: 'year' } as const

interface DateOfBirthProps extends FieldText {
  name?: string
  /** "YYYY-MM-DD", or an incomplete date. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The invalid part; undefined when the date as a whole is invalid. */
  wrong?: DatePart | undefined
  /** The date of birth of another person: the browser must not autofill the user's own. */
  others?: boolean
  /** An example date, "YYYY-MM-DD". */
  example?: string
}

const AUTOCOMPLETE = { day: 'bday-day', month: 'bday-month', year: 'bday-year' } as const
const LABEL = { day: 'ui.date.day', month: 'ui.date.month', year: 'ui.date.year' } as const
const LENGTH = { day: 2, month: 2, year: 4 } as const

/** Three fields in the partner's order. The focus does not move by itself, as users correct what they typed. */
export function DateOfBirth({
  name,
  value,
  onChange,
  onBlur,
  wrong,
  others,
  example = '1962-03-27',
  id,
  ...text
}: DateOfBirthProps) {
  const own = useId()
  const [parts, setParts] = useState(() => splitDate(value))
  const order = partOrder(useLocale(), dateFormats())
  function change(part: DatePart, typed: string): void {
    const next = { ...parts, [part]: typed.replaceAll(/\D/g, '') }
    setParts(next)
    onChange(joinDate(next))
  }
  return (
    <FieldGroup {...text} hint={text.hint ?? t('ui.date.hint', { date: typedDate(example, order) })}>
      <div className={css.parts}>
        {order.map((part, index) => {
          const partId = index === 0 && id ? id : `${own}-${part}`
          return (
            <div key={part} className={css.part} data-part={part}>
              <label htmlFor={partId}>{t(LABEL[part])}</label>
              <input
                id={partId}
                className={field.control}
                name={name && `${name}-${part}`}
                type="text"
                inputMode="numeric"
                autoComplete={others ? 'off' : AUTOCOMPLETE[part]}
                maxLength={LENGTH[part]}
                aria-invalid={(text.error && (!wrong || wrong === part)) || undefined}
                aria-required={!text.optional}
                value={parts[part]}
                onChange={(event) => change(part, event.target.value)}
                onBlur={onBlur}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}

type DatePart = 'day' | 'month' | 'year'

type DateParts = Record<DatePart, string>

/** The partner's order of day, month and year; until the config loads, that of the language. */
export function partOrder(locale: string, formats: DateFormats | undefined): DatePart[] {
  if (formats) return [...formats.order].map((letter) => LETTERS[letter as keyof typeof LETTERS])
  const parts = new Intl.DateTimeFormat(dateLocale(locale)).formatToParts(0)
  return parts.map(({ type }) => type).filter((type): type is DatePart => /^(day|month|year)$/.test(type))
}

/** "31 3 1990": the date as a user types it in this order. */
export function typedDate(date: string, order: readonly DatePart[]): string {
  const parts = splitDate(date)
  return order.map((part) => Number(parts[part])).join(' ')
}

/**
 * "YYYY-MM-DD" when all parts are present, otherwise the incomplete parts, so that validation can tell empty from
 * incomplete.
 */
export function joinDate({ day, month, year }: DateParts): string {
  if (!day && !month && !year) return ''
  const complete = year.length === 4 && day && month
  return complete ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`
}

export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}
