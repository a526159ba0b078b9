import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { useId } from 'react'
import { chooseLanguage, LANGUAGES } from '../language.ts'
import css from './LanguageSelect.module.css'

/** A globe with the code of the language; the native list over it shows the full names. */
export function LanguageSelect() {
  const id = useId()
  const now = currentLocale()
  return (
    <div className={css.language}>
      <label className={css.face} htmlFor={id}>
        <Icon name="globe" size={20} />
        <span aria-hidden="true">{now.slice(0, 2).toUpperCase()}</span>
        <span className={css.label}>{t('desk.sidebar.language')}</span>
      </label>
      <select
        id={id}
        className={css.select}
        value={now}
        onChange={({ target }) => {
          const language = LANGUAGES.find((one) => one === target.value)
          if (language) chooseLanguage(language).catch(() => {})
        }}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LOCALE_NAMES[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
