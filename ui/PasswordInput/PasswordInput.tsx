import { type ReactNode, useRef, useState } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import { useEarlyInput } from '../Field/use-early-input.ts'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { Announcement } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './PasswordInput.module.css'

export interface PasswordRule {
  label: string
  met: boolean
}

interface PasswordInputProps extends FieldText {
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  autoComplete: 'current-password' | 'new-password'
  /** Shown before typing and ticked while typing. The rules themselves are in `core`. */
  rules?: readonly PasswordRule[]
  /** 1 weak, 2 almost, 3 secure. */
  strength?: 1 | 2 | 3
}

const MESSAGE_KEYS = { 1: 'ui.password.weak', 2: 'ui.password.almost', 3: 'ui.password.secure' } as const

/** A password field with a show button; pasting is allowed. */
export function PasswordInput({
  rules,
  strength,
  value,
  onChange,
  onBlur,
  name,
  autoComplete,
  ...text
}: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(input, value, onChange)
  const below = rules && <Rules rules={rules} strength={value === '' ? undefined : strength} />
  return (
    <Field {...text} below={below}>
      {(control) => (
        <div className={css.box}>
          <input
            {...control}
            ref={input}
            name={name}
            type={isVisible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          <button
            type="button"
            className={css.toggle}
            aria-controls={control.id}
            aria-label={t(isVisible ? 'ui.password.hideLabel' : 'ui.password.showLabel')}
            onClick={() => setVisible(!isVisible)}
          >
            {t(isVisible ? 'ui.password.hide' : 'ui.password.show')}
          </button>
        </div>
      )}
    </Field>
  )
}

function Rules({ rules, strength }: { rules: readonly PasswordRule[]; strength: 1 | 2 | 3 | undefined }): ReactNode {
  return (
    <div className={css.below}>
      <ul className={css.rules}>
        {rules.map(({ label, met }) => (
          <li key={label} data-met={met || undefined}>
            <span className={css.tick}>{met && <Icon name="check" size={16} />}</span>
            {label}
          </li>
        ))}
      </ul>
      <div className={css.meter} data-strength={strength}>
        <span className={css.bar} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <span>{strength && t(MESSAGE_KEYS[strength])}</span>
      </div>
      <Announcement>{strength && t('ui.password.strength', { strength: t(MESSAGE_KEYS[strength]) })}</Announcement>
    </div>
  )
}
